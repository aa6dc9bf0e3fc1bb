const maxNameLength = 100

/** Returns the name, numbered if it is taken: `Van (2)`. */
export function freeName(name: string, taken: string[]): string {
  const names = new Set(taken)
  let free = name
  for (let number = 2; names.has(free); number++) free = numbered(name, number)
  return free
}

/** Whether a name is the other one as `freeName` numbers it. */
export function isNumbered(name: string, base: string): boolean {
  const [, number] = / \((\d{1,4})\)$/.exec(name) ?? []
  return number !== undefined && name === numbered(base, Number(number))
}

/** Shortens a long name by whole characters, so that the number fits. Imports number thousands of names. */
function numbered(name: string, number: number): string {
  const suffix = ` (${number})`
  const room = maxNameLength - suffix.length
  const shortened = name.length > room ? name.slice(0, room).replace(/[\ud800-\udbff]$/, '') : name
  return shortened + suffix
}
