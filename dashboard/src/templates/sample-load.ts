import type { PostedLoad } from '@loadping/contract/loads'
import { type SenderProfile, valuesOf } from '@loadping/contract/rules/placeholders'

const load: PostedLoad = {
  board: 'dat-one',
  boardLoadId: 'sample',
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
}

const profile: SenderProfile = {
  mc: '123456',
  dot: '1234567',
  phone: '(555) 010-0199',
  company: 'Redbud Carriers',
  signature: 'Maria Delgado\nRedbud Carriers',
  truckLocation: 'Elgin, IL',
}

/** A made-up load of DAT One and a made-up sender, for the preview. */
export const sample = { to: 'loads@quillon.example', lane: 'Joliet, IL → Dallas, TX', values: valuesOf(load, profile) }
