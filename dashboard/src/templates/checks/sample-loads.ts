import type { UserType } from '@loadping/contract/account/user-type'
import type { BoardId } from '@loadping/contract/boards/board-id'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'

/** One made-up posting of each board, with the values that its postings usually show. */
export const sampleLoads: Record<BoardId, PostedLoad> = {
  'dat-one': {
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
  },
  truckstop: {
    board: 'truckstop',
    boardLoadId: '80214477',
    origin: { city: 'Reno', state: 'NV' },
    dest: { city: 'Boise', state: 'ID' },
    pickupDay: '2026-11-23',
    equipment: 'F',
    fullPartial: 'full',
    lengthFeet: 48,
    weightPounds: 41_500,
    tripMiles: 423,
    deadheadMiles: 18,
    rate: { cents: 275, basis: 'per-mile' },
    company: 'Tamarack Freight',
    contactEmail: 'dispatch@tamarack.example',
    phone: '(555) 010-0163',
  },
  sylectus: {
    board: 'sylectus',
    boardLoadId: 'SY-77120',
    origin: { city: 'Toledo', state: 'OH', postalCode: '43604' },
    dest: { city: 'Laredo', state: 'TX', postalCode: '78040' },
    pickupDay: '2026-11-21',
    equipment: 'LARGE STRAIGHT',
    weightPounds: 6_200,
    tripMiles: 1_508,
    company: 'Harbor & Pine Brokerage',
    contactEmail: 'board@harborpine.example',
    reference: '77120',
  },
  'loadlink-new': {
    board: 'loadlink-new',
    boardLoadId: 'LL-30418',
    origin: { city: 'Mississauga', state: 'ON' },
    dest: { city: 'Columbus', state: 'OH' },
    pickupDay: '2026-11-24',
    equipment: 'R',
    company: 'Birchline Freight',
    contactEmail: 'loads@birchline.example',
  },
  loadlink: {
    board: 'loadlink',
    boardLoadId: '30977',
    origin: { city: 'Winnipeg', state: 'MB' },
    dest: { city: 'Fargo', state: 'ND' },
    pickupDay: '2026-11-23',
    equipment: 'V',
    company: 'Prairie Gate Transport',
    contactEmail: 'post@prairiegate.example',
  },
}

/** Returns a board's sample with a pickup on the day after today. */
export const sampleFor = (board: BoardId, today: Day): PostedLoad => ({
  ...sampleLoads[board],
  pickupDay: addDays(today, 1),
})

/** A made-up sender of each business type. */
export const sampleProfiles: Record<UserType, Required<Omit<SenderProfile, 'snippets' | 'truck' | 'deadheadMiles'>>> = {
  carrier: {
    mc: '123456',
    dot: '1234567',
    phone: '(555) 010-0199',
    company: 'Redbud Carriers',
    signature: 'Maria Delgado\nRedbud Carriers',
    truckLocation: 'Elgin, IL',
  },
  broker: {
    mc: '654321',
    dot: '7654321',
    phone: '(555) 010-0117',
    company: 'Quillon Logistics',
    signature: 'Dana Whitfield\nQuillon Logistics',
    truckLocation: 'Joliet, IL',
  },
}
