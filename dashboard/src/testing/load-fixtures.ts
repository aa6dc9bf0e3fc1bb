import { statusAfter } from '@loadping/contract/loads/load-status'
import type { LoadView, SavedLoad } from '@loadping/contract/loads/saved-loads'
import { carrier, type FakeApi, maria } from './render.tsx'
import { owen } from './team-fixtures.ts'

const idOf = (number: number): string => `5ad1c0de-0000-4000-8000-${String(number).padStart(12, '0')}`

export const buildLoad = (number: number, { facts, ...rest }: Partial<SavedLoad> = {}): SavedLoad => ({
  id: idOf(number),
  userId: maria.userId,
  facts: {
    board: 'dat-one',
    boardLoadId: `posting-${number}`,
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    equipment: 'V',
    tripMiles: 926,
    deadheadMiles: 45,
    rate: { cents: 231_500, basis: 'flat' },
    company: 'Quillon Logistics',
    phone: '(555) 010-0199',
    postedAt: new Date(Date.now() - number * 60_000).toISOString(),
    ...facts,
  },
  equipmentClass: 'van',
  status: 'contacted',
  outcome: null,
  askCents: 250_000,
  contactedAt: null,
  note: null,
  firstSeenAt: '2026-11-20T19:41:00.000Z',
  updatedAt: '2026-11-20T19:41:00.000Z',
  ...rest,
})

export const people = [
  { userId: maria.userId, name: 'Maria Delgado', email: maria.email },
  { userId: owen.userId ?? '', name: 'Owen Park', email: owen.email },
]

/** A server that has these loads and keeps what is changed; `loads` are in its order. */
export function loadServer(initial: SavedLoad[], fakes: FakeApi['loads'] = {}) {
  const state = {
    loads: initial,
    deleted: [] as SavedLoad[],
    views: [] as LoadView[],
    queries: [] as object[],
    batches: [] as number[],
  }

  const matching = ({ status, search }: { status?: string | undefined; search?: string | undefined }) =>
    state.loads.filter(
      (load) =>
        (!status || status.split(',').includes(load.status)) &&
        (!search || JSON.stringify(load.facts).toLowerCase().includes(search.toLowerCase())),
    )

  const update = (ids: string[], change: (load: SavedLoad) => SavedLoad) => {
    state.loads = state.loads.map((load) => (ids.includes(load.id) ? change(load) : load))
  }

  const api: FakeApi = {
    account: { getMe: async () => maria, getUserInfo: async () => carrier },
    loads: {
      listLoads: async ({ query }) => {
        state.queries.push(query)
        const from = Number(query.after ?? 0)
        const size = Number(query.limit)
        const found = matching(query)
        const next = from + size < found.length ? String(from + size) : null
        return { loads: found.slice(from, from + size), next, targetRpmCents: 240 }
      },
      summarizeLoads: async ({ query }) => {
        const asks = matching(query).flatMap(({ askCents }) => askCents ?? [])
        return {
          total: matching(query).length,
          askedCount: asks.length,
          askedCents: asks.reduce((sum, cents) => sum + cents, 0),
          byStatus: {},
          people,
        }
      },
      changeLoads: async ({ body: { ids, change } }) => {
        state.batches.push(ids.length)
        const own = state.loads.filter(({ id, userId }) => ids.includes(id) && userId === maria.userId)
        const ownIds = own.map(({ id }) => id)
        if (change.kind === 'status') update(ownIds, (load) => ({ ...load, status: change.status }))
        if (change.kind === 'outcome')
          update(ownIds, (load) => ({
            ...load,
            status: statusAfter[change.outcome] ?? load.status,
            outcome: { kind: change.outcome, cents: change.cents ?? null, at: '2026-11-20T19:41:00.000Z' },
          }))
        if (change.kind === 'delete') {
          state.deleted = own
          state.loads = state.loads.filter(({ id }) => !ownIds.includes(id))
        }
        return { before: own.map(({ id, status, outcome }) => ({ id, status, outcome })) }
      },
      undoLoadChange: async ({ body: { before } }) => {
        const back = state.deleted.filter(({ id }) => before.some((load) => load.id === id))
        state.loads = [...back, ...state.loads]
        for (const { id, status, outcome } of before) update([id], (load) => ({ ...load, status, outcome }))
        return null
      },
      listLoadViews: async () => state.views,
      saveLoadViews: async ({ body: { views } }) => {
        state.views = views
        return views
      },
      addLoadNote: async ({ params: { id }, body: { text } }) => {
        update([id], (load) => ({ ...load, note: text }))
        return { ...noteEvent, text }
      },
      ...fakes,
    },
  }
  return { state, api }
}

const noteEvent = {
  id: idOf(999),
  at: '2026-11-20T19:41:00.000Z',
  userId: maria.userId,
  kind: 'note' as const,
  cents: null,
  status: null,
  outcome: null,
  text: null,
  email: null,
}
