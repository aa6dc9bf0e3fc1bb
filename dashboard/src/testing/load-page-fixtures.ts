import type { SentEmail } from '@loadping/contract/emails/emails'
import { addDays, newYorkDay } from '@loadping/contract/format/new-york-days'
import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import type { LoadMemory, LoadPage, SharedLoad } from '@loadping/contract/loads/saved-loads'
import type { KnownPlace, LaneDistance } from '@loadping/contract/places/places'
import { noCosts } from '@loadping/contract/trucks/trucks'
import { vi } from 'vitest'
import { buildLoad, people } from './load-fixtures.ts'
import { serveMapData } from './map-data.ts'
import { emptyProfile, fakeProfile } from './profile-fixtures.ts'
import { carrier, emptyHome, type FakeApi, inquiry, maria, reefer } from './render.tsx'
import { fakeTrucks, truck104 } from './truck-fixtures.ts'

const known = (city: string, state: string, latitude: number, longitude: number): KnownPlace => ({
  city,
  state,
  latitude,
  longitude,
  country: 'US',
  postalCode: null,
  address: null,
})
const elgin = known('Elgin', 'IL', 42.04, -88.28)
const joliet = known('Joliet', 'IL', 41.53, -88.08)
const dallas = known('Dallas', 'TX', 32.78, -96.8)

const wayBetween = (origin: KnownPlace, dest: KnownPlace, miles: number): LaneDistance => ({
  origin,
  dest,
  miles,
  source: 'highways',
  ownMiles: miles,
  missing: null,
  points: [],
})
export const lane: LaneDistance = { ...wayBetween(joliet, dallas, 926), source: 'board' }

/** Two days and five days from now, so that a truck can make both. */
const today = newYorkDay(new Date())
export const pageLoad = buildLoad(53, {
  status: 'saved',
  askCents: null,
  facts: {
    ...buildLoad(53).facts,
    pickupDay: addDays(today, 2),
    deliveryDay: addDays(today, 5),
    contactEmail: 'loads@quillon.example',
  },
})

export const emptyPage: LoadPage = {
  load: pageLoad,
  history: [],
  sameLoad: [],
  people,
  distance: lane,
  linkExpiresAt: null,
}

const nothing = { asks: 0, medianAskPerMileCents: null, booked: 0, medianBookedPerMileCents: null, latest: [] }
const noMemory: LoadMemory = { lane: nothing, broker: nothing }

const sharedLoad: SharedLoad = {
  facts: {
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    pickupDay: '2026-11-21',
    equipment: 'Van, air-ride',
    weightPounds: 44_000,
  },
  distance: lane,
  expiresAt: '2026-11-24T19:41:00.000Z',
}

/** The Default template of the page's user, which asks 6 % above the posted rate. */
export const template = {
  ...reefer,
  isDefault: true,
  subject: '{{origin}} to {{dest}}',
  template: '<p>Our {{truck}} in {{truckLocation}}. Rate: {{rate:trip+6% to 25}} all-in. MC {{mc}}</p>',
}

type Changes = { page?: Partial<LoadPage>; memory?: LoadMemory; fake?: FakeApi }

let opened = 0
/** Another id for each test: what was typed for a load stays with it. */
const nextId = () => `5ad1c0de-0000-4000-b000-${String(++opened).padStart(12, '0')}`

/** A server that has one load, its user's truck and costs, and accepts emails and calls about it. */
export function loadPageServer({ page = {}, memory = noMemory, fake = {} }: Changes = {}) {
  serveMapData()
  let email: SentEmail | undefined
  const id = nextId()
  const sendEmail = vi.fn(async ({ body }: { body: Inquiry }) => {
    const askCents = body.expected?.askCents ?? null
    const dueAt = new Date(Date.now() + 5_000).toISOString()
    email = { ...inquiry, state: 'queued', askCents, dueAt, sentAt: null, to: body.to ?? 'loads@quillon.example' }
    return email
  })
  const calls = {
    sendEmail,
    undoEmail: vi.fn(async () => {
      email = { ...(email ?? inquiry), state: 'undone', dueAt: null }
      return email
    }),
    changeLoads: vi.fn(
      async (_input: { body: object }): Promise<{ before: LoadBefore[]; toTakeBack?: number | undefined }> => ({
        before: [{ id, status: pageLoad.status, outcome: null }],
      }),
    ),
    getLoad: vi.fn(async () => ({ ...emptyPage, ...page, load: { ...(page.load ?? pageLoad), id } })),
    recordCall: vi.fn(async (_input: { headers: object; body: object }) => ({ at: event('called').at, loadId: id })),
    createLoadLink: vi.fn(async () => ({ key: 'k'.repeat(22), expiresAt: '2026-11-24T19:41:00.000Z' })),
    revokeLoadLink: vi.fn(async () => null),
  }
  const { trucks, places } = fakeTrucks([truck104], { ...noCosts, perMileCents: 192, feesPercent: 3 })
  const api: FakeApi = {
    account: {
      getMe: async () => maria,
      getUserInfo: async () => carrier,
      ...fakeProfile({ ...emptyProfile, name: 'Maria', company: 'Redbud', mc: '123456' }).account,
    },
    home: { getHome: async () => emptyHome },
    templates: { listTemplates: async () => [template] },
    snippets: { listSnippets: async () => [] },
    mailboxes: { listMailboxes: async () => [] },
    fuel: { getFuelPrices: async () => diesel },
    map: { getTileServer: async () => null },
    ...fake,
    places: { ...places, getDistance: async () => wayBetween(elgin, joliet, 43), ...fake.places },
    trucks: { ...trucks, ...fake.trucks },
    emails: { getEmail: async () => email ?? inquiry, ...fake.emails },
    inquiries: { sendEmail, undoEmail: calls.undoEmail, ...fake.inquiries },
    loads: {
      getLoad: calls.getLoad,
      getLoadMemory: async () => memory,
      getSharedLoad: async () => sharedLoad,
      changeLoads: calls.changeLoads,
      recordCall: calls.recordCall,
      createLoadLink: calls.createLoadLink,
      revokeLoadLink: calls.revokeLoadLink,
      addLoadNote: async () => event('note'),
      ...fake.loads,
    },
  }
  return { api, calls, id }
}

export const event = (kind: LoadPage['history'][number]['kind']): LoadPage['history'][number] => ({
  id: `5ad1c0de-0000-4000-9000-${kind.padEnd(12, '0').replace(/[^0-9a-f]/g, 'a')}`,
  at: new Date(Date.now() - 35 * 60_000).toISOString(),
  userId: maria.userId,
  kind,
  cents: null,
  status: null,
  outcome: null,
  text: null,
  email: null,
})

export const diesel = {
  unit: 'gallon',
  currency: 'USD',
  country: 'US',
  name: 'Midwest (PADD 2)',
  lowerName: 'midwest',
  gasoline: '3.10',
  midGrade: '',
  premium: '',
  diesel: '4.980',
  level: 'region' as const,
  asOf: '2026-11-16',
  sources: { diesel: { level: 'region' as const, name: 'Midwest (PADD 2)', asOf: '2026-11-16' } },
}
