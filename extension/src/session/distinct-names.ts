type Named = { id: string; name: string; owner: string | null }

/** Tells templates of one name apart: by the teammate who shares it, and by a number where that is not enough. */
export function withDistinctNames<T extends Named>(templates: readonly T[]): T[] {
  const isTaken = ({ id, name }: Named) => templates.some((other) => other.id !== id && other.name === name)
  const counts = new Map<string, number>()
  return templates.map((template) => {
    const { name, owner } = template
    const full = owner && isTaken(template) ? `${name} (${owner})` : name
    const count = (counts.get(full) ?? 0) + 1
    counts.set(full, count)
    return { ...template, name: count > 1 ? `${full} (${count})` : full }
  })
}
