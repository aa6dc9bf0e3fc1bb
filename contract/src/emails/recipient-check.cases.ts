import type { LoadFacts } from '../boards/posted-load.ts'

/** A broker with its email domain, as a freight directory lists it. */
export type CaseBroker = { company: string; mc: string; domain: string }

/** Returns numbers from 0 to below 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0
    return ((state ^ (state >>> 14)) >>> 0) / 2 ** 32
  }
}

const first =
  `Allied American Apex Arrow Atlas Badger Beacon Bison Blue Boulder Bridge Canyon Capital Cardinal Cascade Cedar Central
  Champion Coastal Compass Copper Cornerstone Crown Delta Diamond Eagle Echo Elite Emerald Evergreen Falcon First Forge
  Frontier Gateway Global Golden Granite Great Harbor Heartland Heritage Highland Horizon Hudson Independence Iron Keystone
  Lakeside Landmark Liberty Lighthouse Lone Magnolia Maple Meridian Midland Midwest Milestone Mountain National Nova Oak Ocean
  Omega Orion Pacific Patriot Pine Pinnacle Pioneer Platinum Prairie Premier Prime Quality Quest Ranger Red Redwood Reliable
  Ridge River Rocky Royal Sierra Silver Southern Spartan Star Sterling Stone Summit Sunrise Swift Tiger Titan Trident Trinity
  Union United Unity Valley Vanguard Velocity Victory Vista Western Wolf York Zenith`.split(/\s+/)
const second =
  'Point Line Way Lane Star Gate Path Peak Creek Field Haul Coast Bay Trail Rock Wind Port Wing Edge Hill'.split(' ')
const third = [
  'Logistics',
  'Freight',
  'Transport',
  'Brokerage',
  'Transportation',
  'Carriers',
  'Freight Systems',
  'Express',
]
const forms = ['', ' LLC', ' Inc', ', Inc.', ' Corp', ' Company']
const abbreviated: Record<string, string> = { Transportation: 'trans', 'Freight Systems': 'fs', Logistics: 'log' }

/** Invents brokers whose domains are formed like real ones: from the name, its start, its initials or a short form. */
export function makeBrokers(count: number, random: () => number): CaseBroker[] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const brokers = new Map<string, CaseBroker>()
  while (brokers.size < count) {
    const kind = pick(third)
    const words = [pick(first), ...(random() < 0.7 ? [pick(second)] : []), kind]
    const letters = words.join('').replaceAll(' ', '').toLowerCase()
    const begin = words.slice(0, -1).join('').toLowerCase()
    const initials = words
      .flatMap((word) => word.split(' '))
      .map(([initial]) => initial)
      .join('')
      .toLowerCase()
    const share = random()
    const name =
      share < 0.5
        ? letters
        : share < 0.75
          ? begin
          : share < 0.85
            ? `${begin}${abbreviated[kind] ?? 'llc'}`
            : share < 0.95
              ? begin.replace(/^/, 'ship')
              : initials
    const domain = `${name}${random() < 0.93 ? '.com' : pick(['.net', '.us', '.co', '.biz'])}`
    const company = `${words.join(' ')}${pick(forms)}`
    const isOther = [...brokers.values()].every(
      (broker) => broker.company.split(/,? (?:LLC|Inc|Corp|Company)/)[0] !== words.join(' '),
    )
    if (isOther && !brokers.has(domain))
      brokers.set(domain, { company, domain, mc: String(100_000 + brokers.size * 37) })
  }
  return [...brokers.values()]
}

const sameLooking: [string, string][] = [
  ['o', '0'],
  ['l', '1'],
  ['i', 'l'],
  ['i', '1'],
  ['l', 'i'],
  ['m', 'rn'],
  ['w', 'vv'],
  ['d', 'cl'],
  ['s', '5'],
  ['e', '3'],
  ['a', '4'],
  ['b', '8'],
]

/** Returns a domain that looks like the given one, of the kind with this number, or undefined if there is none. */
export function imitate(domain: string, kind: number, random: () => number): string | undefined {
  const dot = domain.indexOf('.')
  const name = domain.slice(0, dot)
  const ending = domain.slice(dot)
  const position = Math.floor(random() * name.length)
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  const edits = [
    (text: string) => text.slice(0, position) + text.slice(position + 1),
    (text: string) => text.slice(0, position) + letter + text.slice(position),
    (text: string) => text.slice(0, position) + letter + text.slice(position + 1),
    (text: string) =>
      text.slice(0, position) + (text[position + 1] ?? '') + (text[position] ?? '') + text.slice(position + 2),
  ]
  const edit = () => edits[Math.floor(random() * edits.length)] ?? ((text: string) => text)
  const [from = '', to = ''] = sameLooking[Math.floor(random() * sameLooking.length)] ?? []
  const inside = 1 + Math.floor(random() * (name.length - 1))
  const word = ['logistics', 'loads', 'freight', 'dispatch', 'pay', 'mail', 'usa', 'group'][Math.floor(random() * 8)]
  const made = [
    () => `${edit()(name)}${ending}`,
    () => (name.length >= 5 ? `${edit()(edit()(name))}${ending}` : undefined),
    () => (name.includes(from) ? `${name.replace(from, to)}${ending}` : undefined),
    () => `${name.slice(0, inside)}-${name.slice(inside)}${ending}`,
    () => `${name}-${word}${ending}`,
    () => `${name}${word}${ending}`,
    () => `${word}-${name}${ending}`,
    () =>
      `${name}${['.co', '.net', '.org', '.us', '.cm', '.com.mx'].find((other) => other !== ending && random() < 0.5) ?? '.info'}`,
    () => `${domain}.${word}-mail.net`,
    () => `${name}.${word}mail.com`,
    () => `${edit()(name)}.net`,
    () => `xn--${name}-${letter}va${ending}`,
  ][kind]?.()
  return made && made !== domain && /^[a-z0-9]/.test(made) && !/^-|-\.|\.\.|^\./.test(made) && made.indexOf('.') > 0
    ? made
    : undefined
}

export const loadOf = ({ company, mc }: CaseBroker): Pick<LoadFacts, 'mc' | 'company'> => ({ company, mc })
