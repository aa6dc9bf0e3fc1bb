import type { PostedLoad } from '../boards/posted-load.ts'
import type { SenderProfile } from './placeholders.ts'

/** A DAT One van load with every value that a row can show. */
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
  temperature: { lowF: -10, isContinuous: true },
  postedAt: '2026-11-20T19:11:00.000Z',
}

/** A load with only the required values. */
export const minimalLoad: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'L5',
  origin: { city: 'Rockford', state: 'IL' },
  dest: { city: 'Tulsa', state: 'OK' },
}

/** A carrier with every value that a profile can have. */
export const fullProfile: SenderProfile = {
  mc: '123456',
  dot: '1234567',
  phone: '(555) 010-0199',
  company: 'Redbud Carriers',
  signature: 'Maria Delgado\nRedbud Carriers',
  truckLocation: 'Elgin, IL',
}

/** The same of a broker. */
export const brokerProfile: SenderProfile = {
  mc: '654321',
  dot: '7654321',
  phone: '(555) 010-0117',
  company: 'Quillon Logistics',
  signature: 'Dana Whitfield\nQuillon Logistics',
  truckLocation: 'Joliet, IL',
}

/**
 * The formatted value of each placeholder for `completeLoad`; `always` if `minimalLoad` has one too, `empty` if it
 * prints nothing there.
 */
export const formattedValues: [placeholder: string, text: string, otherwise?: 'always' | 'empty'][] = [
  ['company', 'Quillon Logistics'],
  ['email', 'loads@quillon.example'],
  ['origin', 'Joliet, IL', 'always'],
  ['dest', 'Dallas, TX', 'always'],
  ['do', '45'],
  ['trip', '926'],
  ['tripDO', '971'],
  ['avail', 'Sat 11/21'],
  ['ref', 'Q48213'],
  ['rate', '$2,315'],
  ['truck', 'Van'],
  ['weight', '44,000 lb'],
  ['length', '53 ft'],
  ['load', 'Full'],
  ['temp', '-10 °F continuous', 'empty'],
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
  ['postedLoadAvailabilityDate', 'Sat 11/21'],
]

/** A template text with the outcome for `completeLoad` and `minimalLoad`. */
export type FillCase = { text: string; complete: FillOutcome; minimal: FillOutcome }
type FillOutcome = { text: string } | { missing: string[] } | { unknown: string[] }

export const fillCases: FillCase[] = [
  { text: 'No placeholders', complete: { text: 'No placeholders' }, minimal: { text: 'No placeholders' } },
  {
    text: '{{origin}} to {{dest}}',
    complete: { text: 'Joliet, IL to Dallas, TX' },
    minimal: { text: 'Rockford, IL to Tulsa, OK' },
  },
  { text: 'We ask {{rate}} all-in', complete: { text: 'We ask $2,315 all-in' }, minimal: { missing: ['rate'] } },
  { text: 'We ask {{rate:trip+8% to 5}}', complete: { text: 'We ask $2,500' }, minimal: { missing: ['rate'] } },
  { text: 'We ask {{rate:2400}}', complete: { text: 'We ask $2,400' }, minimal: { text: 'We ask $2,400' } },
  {
    text: '{{rate:trip*2.75}} for {{trip}} miles, {{rate}} posted',
    complete: { text: '$2,547 for 926 miles, $2,315 posted' },
    minimal: { missing: ['rate', 'trip'] },
  },
  // Optional text is left out with its placeholder; its brackets are never sent.
  {
    text: 'Hi.[[ Your reference is {{ref}}.]] Bye.',
    complete: { text: 'Hi. Your reference is Q48213. Bye.' },
    minimal: { text: 'Hi. Bye.' },
  },
  { text: '[[{{do}} miles]][[ and {{rate}}]]', complete: { text: '45 miles and $2,315' }, minimal: { text: '' } },
  { text: '[[{{origin}} without {{ref}}]]', complete: { text: 'Joliet, IL without Q48213' }, minimal: { text: '' } },
  { text: '[[always kept]]', complete: { text: 'always kept' }, minimal: { text: 'always kept' } },
  // An unpaired bracket is rejected like an unknown placeholder, and pairs don't nest.
  { text: 'a ]] b [[ c', complete: { unknown: [']]', '[['] }, minimal: { unknown: [']]', '[['] } },
  { text: '[[ one [[ {{ref}} ]] two ]]', complete: { unknown: ['[[', ']]'] }, minimal: { unknown: ['[[', ']]'] } },
  // Missing values outside optional text are listed once, in reading order.
  {
    text: '{{ref}} {{weight}} {{ref}} [[{{length}}]]',
    complete: { text: 'Q48213 44,000 lb Q48213 53 ft' },
    minimal: { missing: ['ref', 'weight'] },
  },
  // Names are case-sensitive; spaces inside the braces are allowed.
  { text: '{{ origin }}', complete: { text: 'Joliet, IL' }, minimal: { text: 'Rockford, IL' } },
  { text: '{{Origin}}', complete: { unknown: ['Origin'] }, minimal: { unknown: ['Origin'] } },
  {
    text: '{{constructor}} {{__proto__}} {{toString}}',
    complete: { unknown: ['constructor', '__proto__', 'toString'] },
    minimal: { unknown: ['constructor', '__proto__', 'toString'] },
  },
  { text: '[[{{nope}}]]', complete: { unknown: ['nope'] }, minimal: { unknown: ['nope'] } },
  { text: '{{rate:trip/2}}', complete: { unknown: ['rate:trip/2'] }, minimal: { unknown: ['rate:trip/2'] } },
  { text: '{{origin:upper}}', complete: { unknown: ['origin:upper'] }, minimal: { unknown: ['origin:upper'] } },
  { text: '{{}} {{ }}', complete: { unknown: ['', ''] }, minimal: { unknown: ['', ''] } },
  // Braces that form no placeholder are rejected, because a broker would see them.
  { text: '{{origin}', complete: { unknown: ['{{origin}'] }, minimal: { unknown: ['{{origin}'] } },
  { text: '{{origin', complete: { unknown: ['{{origin'] }, minimal: { unknown: ['{{origin'] } },
  { text: 'set {a} and }}', complete: { unknown: ['}}'] }, minimal: { unknown: ['}}'] } },
  { text: '{{{origin}}}', complete: { unknown: ['{origin'] }, minimal: { unknown: ['{origin'] } },
]
