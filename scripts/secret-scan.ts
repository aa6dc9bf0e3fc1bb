/** What secrets of known services look like, and a private key in PEM with its content. */
const known: [what: string, pattern: RegExp][] = [
  ['private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----(?:\\n|\s)+[A-Za-z0-9+/=]{40}/g],
  ['AWS key', /\bAKIA[0-9A-Z]{16}\b/g],
  ['Google key', /\bAIza[0-9A-Za-z_-]{35}\b|\bGOCSPX-[A-Za-z0-9_-]{20,}/g],
  ['Stripe key', /\b[sr]k_live_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{24,}/g],
  ['GitHub or npm token', /\bgh[pousr]_[A-Za-z0-9]{36}|\bgithub_pat_[A-Za-z0-9_]{40,}|\bnpm_[A-Za-z0-9]{36}\b/g],
  ['Slack token', /\bxox[abeprs]-[A-Za-z0-9-]{20,}/g],
  ['signed token', /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/g],
]

/** A value of 24 or more characters that is assigned to a name which says that it is secret. */
const assigned =
  /(?:secret|token|passw(?:or)?d|api_?key|credential)\w*["']?\s*[:=]\s*["'`]([A-Za-z0-9+/_=-]{24,})["'`]/gi

/** Bits for each character: English text and names have under 4, random base64 of this length above. */
const randomBits = 4

/** What looks like a secret and is none, by its beginning. */
const harmless = [
  'a-secret-of-', // of tests
  'the-next-sec',
  'Zq3vT9xLw2Rk',
]

/** Finds what looks like a secret in a text, each with its first characters only. */
export function findSecrets(text: string): string[] {
  const ofKnown = known.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map(([found]) => describe(what, found)),
  )
  const random = [...text.matchAll(assigned)].flatMap(([, value = '']) =>
    bitsPerCharacter(value) > randomBits ? [describe('random value', value)] : [],
  )
  return [...new Set([...ofKnown, ...random])].filter((found) => !harmless.some((start) => found.includes(start)))
}

const describe = (what: string, found: string): string => `${what}: ${found.slice(0, 12)}…`

/** Shannon's entropy of the characters of a text. */
function bitsPerCharacter(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  return [...counts.values()].reduce(
    (bits, { length }) => bits - (length / text.length) * Math.log2(length / text.length),
    0,
  )
}
