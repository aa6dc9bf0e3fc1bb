import type { PostedLoad } from '../loads.ts'
import type { SenderProfile } from './placeholders.ts'

/** A van load of DAT One with everything that a row can show. */
export const completeLoad: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'Q48213',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  pickupDay: '2026-11-21',
  equipment: 'V',
  fullPartial: 'full',
  lengthFeet: 53,
  weightPounds: 44_000,
  tripMiles: 926,
  deadheadMiles: 45,
  rate: { cents: 231_500, basis: 'flat' },
  company: 'Quillon Logistics',
  contactEmail: 'loads@quillon.example',
  phone: '(555) 010-0142',
  reference: 'Q48213',
  postedAt: '2026-11-20T19:11:00.000Z',
}

/** The same lane where the poster left out all that may be left out. */
export const minimalLoad: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'L5',
  origin: { city: 'Rockford', state: 'IL' },
  dest: { city: 'Tulsa', state: 'OK' },
}

export const fullProfile: SenderProfile = {
  mc: '123456',
  dot: '1234567',
  phone: '(555) 010-0199',
  company: 'Redbud Carriers',
  signature: 'Maria Delgado\nRedbud Carriers',
  truckLocation: 'Elgin, IL',
}

/** What each placeholder prints for the full load and the full profile (D4.10), and for the bare ones: nothing. */
export const formattedValues: [placeholder: string, text: string, isAlwaysThere?: 'always'][] = [
  ['company', 'Quillon Logistics'],
  ['email', 'loads@quillon.example'],
  ['origin', 'Joliet, IL', 'always'],
  ['dest', 'Dallas, TX', 'always'],
  ['do', '45'],
  ['trip', '926'],
  ['tripDO', '971'],
  ['avail', 'Sat, Nov 21'],
  ['ref', 'Q48213'],
  ['rate', '$2,315'],
  ['truck', 'Van'],
  ['weight', '44,000 lb'],
  ['length', '53 ft'],
  ['load', 'Full'],
  ['truckLocation', 'Elgin, IL'],
  ['mc', '123456'],
  ['dot', '1234567'],
  ['phone', '(555) 010-0199'],
  ['myCompany', 'Redbud Carriers'],
  ['signature', 'Maria Delgado\nRedbud Carriers'],
  ['postedLoadTruckType', 'Van'],
  ['postedLoadTruckLoad', 'Full'],
  ['postedLoadOriginDestination', 'Joliet, IL to Dallas, TX', 'always'],
  ['postedLoadOrigin', 'Joliet, IL', 'always'],
  ['postedLoadDestination', 'Dallas, TX', 'always'],
  ['postedLoadAvailabilityDate', 'Sat, Nov 21'],
]

/** Text in; for the full load, what comes out, or which names are in the way. */
export type FillCase = { text: string; full: FillOutcome; bare: FillOutcome }
type FillOutcome = { text: string } | { missing: string[] } | { unknown: string[] }

export const fillCases: FillCase[] = [
  { text: 'No holes at all', full: { text: 'No holes at all' }, bare: { text: 'No holes at all' } },
  {
    text: '{{origin}} to {{dest}}',
    full: { text: 'Joliet, IL to Dallas, TX' },
    bare: { text: 'Rockford, IL to Tulsa, OK' },
  },
  { text: 'We ask {{rate}} all-in', full: { text: 'We ask $2,315 all-in' }, bare: { missing: ['rate'] } },
  { text: 'We ask {{rate:trip+8% to 5}}', full: { text: 'We ask $2,500' }, bare: { missing: ['rate'] } },
  { text: 'We ask {{rate:2400}}', full: { text: 'We ask $2,400' }, bare: { text: 'We ask $2,400' } },
  {
    text: '{{rate:trip*2.75}} for {{trip}} miles, {{rate}} posted',
    full: { text: '$2,547 for 926 miles, $2,315 posted' },
    bare: { missing: ['rate', 'trip'] },
  },
  // Marks drop with what they hold, and never leave.
  {
    text: 'Hi.[[ Your reference is {{ref}}.]] Bye.',
    full: { text: 'Hi. Your reference is Q48213. Bye.' },
    bare: { text: 'Hi. Bye.' },
  },
  { text: '[[{{do}} miles]][[ and {{rate}}]]', full: { text: '45 miles and $2,315' }, bare: { text: '' } },
  { text: '[[{{origin}} without {{ref}}]]', full: { text: 'Joliet, IL without Q48213' }, bare: { text: '' } },
  { text: '[[always kept]]', full: { text: 'always kept' }, bare: { text: 'always kept' } },
  // Brackets never leave: one without its pair is refused like an unknown name, and pairs don't nest.
  { text: 'a ]] b [[ c', full: { unknown: [']]', '[['] }, bare: { unknown: [']]', '[['] } },
  { text: '[[ one [[ {{ref}} ]] two ]]', full: { unknown: ['[[', ']]'] }, bare: { unknown: ['[[', ']]'] } },
  // Outside of marks the sender is asked, each name once, in reading order.
  {
    text: '{{ref}} {{weight}} {{ref}} [[{{length}}]]',
    full: { text: 'Q48213 44,000 lb Q48213 53 ft' },
    bare: { missing: ['ref', 'weight'] },
  },
  // Names are exact; spaces inside the braces are forgiven.
  { text: '{{ origin }}', full: { text: 'Joliet, IL' }, bare: { text: 'Rockford, IL' } },
  { text: '{{Origin}}', full: { unknown: ['Origin'] }, bare: { unknown: ['Origin'] } },
  {
    text: '{{constructor}} {{__proto__}} {{toString}}',
    full: { unknown: ['constructor', '__proto__', 'toString'] },
    bare: { unknown: ['constructor', '__proto__', 'toString'] },
  },
  { text: '[[{{nope}}]]', full: { unknown: ['nope'] }, bare: { unknown: ['nope'] } },
  { text: '{{rate:trip/2}}', full: { unknown: ['rate:trip/2'] }, bare: { unknown: ['rate:trip/2'] } },
  { text: '{{origin:upper}}', full: { unknown: ['origin:upper'] }, bare: { unknown: ['origin:upper'] } },
  { text: '{{}} {{ }}', full: { unknown: ['', ''] }, bare: { unknown: ['', ''] } },
  // Braces that are no placeholder would reach a broker raw: refused, not guessed.
  { text: '{{origin}', full: { unknown: ['{{origin}'] }, bare: { unknown: ['{{origin}'] } },
  { text: '{{origin', full: { unknown: ['{{origin'] }, bare: { unknown: ['{{origin'] } },
  { text: 'set {a} and }}', full: { unknown: ['}}'] }, bare: { unknown: ['}}'] } },
  { text: '{{{origin}}}', full: { unknown: ['{origin'] }, bare: { unknown: ['{origin'] } },
]
