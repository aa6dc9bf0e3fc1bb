const whole: Record<string, string> = { st: 'saint', ste: 'sainte', ft: 'fort', mt: 'mount', hts: 'heights' }
const first: Record<string, string> = { n: 'north', s: 'south', e: 'east', w: 'west' }

/** Folds a name so that its spellings are equal: "Ft. Worth" and "Fort Worth", "Montréal" and "MONTREAL". */
export function foldName(name: string): string {
  if (/^[a-z]{4,}$/i.test(name)) return name.toLowerCase()
  const words = name
    .toLowerCase()
    .normalize('NFD')
    .replace(/['’`.]|\p{Mn}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  return words
    .map((word, index) => whole[word] ?? (index === 0 && words[1] ? first[word] : undefined) ?? word)
    .join(' ')
    .replace(/\b([dlo]) (?=[a-z]{3})/g, '$1') // "O Fallon" is O'Fallon
}
