import type { UserType } from '../account/user-type.ts'
import type { PostedLoad } from '../boards/posted-load.ts'
import { brokerProfile, completeLoad, fullProfile, minimalLoad } from './placeholders.cases.ts'
import type { SenderProfile } from './placeholders.ts'

export type MailContext = { userType: UserType; load: PostedLoad; profile: SenderProfile }

const { rate: _rate, ...withoutRate } = completeLoad
const { reference: _reference, ...withoutReference } = completeLoad
const { pickupDay: _pickupDay, ...withoutDay } = completeLoad

const reefer: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'R1',
  origin: { city: 'Fresno', state: 'CA' },
  dest: { city: 'St. Louis', state: 'MO' },
  pickupDay: '2026-11-21',
  pickupUntilDay: '2026-11-23',
  equipment: 'R',
  tripMiles: 1_950,
  rate: { cents: 245, basis: 'per-mile' },
  company: 'Harbor & Pine Brokerage',
  reference: '77-1203',
}

const stepDeck: PostedLoad = {
  board: 'truckstop',
  boardLoadId: 'T88',
  origin: { city: 'Fort Worth', state: 'TX' },
  dest: { city: "Coeur d'Alene", state: 'ID' },
  pickupDay: '2026-11-24',
  equipment: 'SD',
  weightPounds: 41_500,
  lengthFeet: 48,
  tripMiles: 1_880,
  company: 'Tamarack Freight',
}

/** Who writes about which load. Names and numbers are invented. */
export const mailContexts = {
  carrier: { userType: 'carrier', load: completeLoad, profile: fullProfile },
  'no posted rate': { userType: 'carrier', load: withoutRate, profile: fullProfile },
  'no posted reference': { userType: 'carrier', load: withoutReference, profile: fullProfile },
  'no posted day': { userType: 'carrier', load: withoutDay, profile: fullProfile },
  'bare posting': { userType: 'carrier', load: minimalLoad, profile: fullProfile },
  'empty profile': { userType: 'carrier', load: completeLoad, profile: {} },
  reefer: { userType: 'carrier', load: reefer, profile: fullProfile },
  'step deck': { userType: 'carrier', load: stepDeck, profile: fullProfile },
  broker: { userType: 'broker', load: completeLoad, profile: brokerProfile },
  'bare broker': { userType: 'broker', load: minimalLoad, profile: {} },
} satisfies Record<string, MailContext>

/** A template with its context and the codes of the expected findings. Each line of the body is one paragraph. */
export type MailCase = {
  context: keyof typeof mailContexts
  subject: string
  body: string
  findings: string
}

export const bodyOf = ({ body }: Pick<MailCase, 'body'>): string =>
  body
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('\n')
