/** What a registered domain is compared by. */
export type ComparedDomain = { domain: string; name: string; skeleton: string }

export const comparedDomain = (domain: string): ComparedDomain => {
  const name = domain.slice(0, domain.indexOf('.'))
  return { domain, name, skeleton: skeletonOf(name) }
}

/** Under these, anyone can register a domain. */
const sharedDomains = /(^|\.)((co|com|net|org|gov|on|qc)\.[a-z]{2}|onmicrosoft\.com|github\.io|web\.app|wixsite\.com)$/

/** Returns the part of a domain that its owner registered: `quillon.com` of `mail.quillon.com`. */
export function registeredDomain(domain: string): string {
  const labels = domain.split('.')
  const shared = sharedDomains.exec(domain)?.[2]
  return labels.slice(-(shared === undefined ? 2 : shared.split('.').length + 1)).join('.')
}

const sameLooking: Record<string, string> = {
  rn: 'm',
  vv: 'w',
  cl: 'd',
  '0': 'o',
  '1': 'l',
  i: 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'b',
  '8': 'b',
  '9': 'g',
}

const lettersOf = (name: string): string => name.replace(/[^a-z0-9]/g, '')

/** Returns the same text for names that look the same at a glance. */
const skeletonOf = (name: string): string =>
  lettersOf(name).replace(/rn|vv|cl|[0-689i]/g, (letters) => sameLooking[letters] ?? letters)

/** `same` names differ in hyphens, look-alike letters or what stands around them; `near` ones in one or two edits. */
export type Likeness = 'same' | 'extended' | 'near'

/** Returns a function that says how a host resembles a domain of another owner, or undefined if it doesn't. */
export function likenessTo(host: string): (other: ComparedDomain) => Likeness | undefined {
  const { name, skeleton } = comparedDomain(registeredDomain(host))
  const labels = host.split('.')
  const all = {
    letters: lettersOf(host),
    skeleton: skeletonOf(host),
    labels,
    subdomains: labels.slice(0, -1).map(skeletonOf),
    parts: labels.flatMap((label) => label.split('-')).map(skeletonOf),
  }
  return (other) => {
    // A subdomain may be the other's name: `quillon.com.mailer.net`.
    if (skeleton === other.skeleton || all.subdomains.includes(other.skeleton)) return 'same'
    if (isExtended(all, other)) return 'extended'
    const most = other.name.length < 4 ? 1 : 2
    const isNear = isWithinEdits(name, other.name, most) || isWithinEdits(skeleton, other.skeleton, most)
    return isNear ? 'near' : undefined
  }
}

const freightWord =
  /^(logistics?|freight|transport(ation)?|trans|truck(ing|s)?|loads?|dispatch(ing)?|carriers?|broker(age|s)?|pay(ments?)?|mail|group|inc|llc|corp|co|usa?|online|team|support|ops|shipping|express)$/

type HostParts = { letters: string; skeleton: string; labels: string[]; parts: string[] }

/** Whether it is the other's name with more letters around it; of a short name only with a hyphen or usual word. */
function isExtended({ letters, skeleton, labels, parts }: HostParts, other: ComparedDomain): boolean {
  const { name } = other
  if (name.length >= 5) return skeleton.includes(other.skeleton) || letters.includes(lettersOf(name))
  if (parts.includes(other.skeleton)) return true
  return labels.some(
    (label) =>
      (label.startsWith(name) && freightWord.test(label.slice(name.length))) ||
      (label.endsWith(name) && freightWord.test(label.slice(0, -name.length))),
  )
}

/** Whether one text becomes the other by that many insertions, deletions, substitutions and swaps of neighbors. */
function isWithinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isEqual ? 0 : 1),
        isSwap && row > 1 && column > 1 ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...current) > most) return false
    beforeLast = last
    last = current
  }
  return at(last, other.length) <= most
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
