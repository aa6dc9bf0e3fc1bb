import type { Client } from '@loadping/contract/client'
import { LoadBefore } from '@loadping/contract/loads/saved-loads'
import * as z from 'zod/mini'
import type { Account, PopupRequest, PopupState } from '../messages.ts'
import type { createBoardHealth } from '../readability/board-health.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

/** How long a popup that was closed offers to undo the last outcome. */
const undoMs = 60_000

type PopupDeps = {
  session: StorageArea
  client: Client
  now: () => Date
  health: Pick<ReturnType<typeof createBoardHealth>, 'list' | 'confirmed'>
  /** Returns the account, at most this old. */
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  isSending: () => Promise<boolean>
  isOutdated: () => Promise<boolean>
}

type Change = Exclude<PopupRequest, { kind: 'open-dashboard' }>

/** Answers the popup: an outcome and its undo as a row gets them, else the state that the server now has. */
export function createPopupRequests(deps: PopupDeps) {
  const { session, client, now, health, readAccount, isSending, isOutdated } = deps
  const lastOutcome = createStoredValue(
    session,
    'last-outcome',
    z.nullable(z.object({ before: LoadBefore, at: z.int() })),
    null,
  )

  async function handle(request: Change): Promise<PopupState | LoadBefore | { isDone: boolean } | null> {
    if (request.kind === 'set-outcome') return setOutcome(request)
    if (request.kind === 'undo-outcome') return undoOutcome(request.before)
    if (request.kind === 'use-template')
      await client.templates.setDefaultTemplate({ params: { id: request.templateId } })
    if (request.kind === 'use-truck') await client.trucks.chooseTruck({ body: { truckId: request.truckId } })
    return readState()
  }

  async function setOutcome({ loadId, outcome, cents }: Extract<Change, { kind: 'set-outcome' }>) {
    const body = { about: { loadId }, outcome, ...(cents && { cents }) }
    const before = await orNull(client.extension.setOutcome({ body }))
    if (before) await lastOutcome.change(() => ({ before, at: now().getTime() }))
    return before
  }

  async function undoOutcome(before: LoadBefore): Promise<{ isDone: boolean }> {
    const hasUndone = await isDone(client.loads.undoLoadChange({ body: { before: [before] } }))
    if (hasUndone) await lastOutcome.change(() => null)
    return { isDone: hasUndone }
  }

  /** Returns what the last outcome replaced, for as long as it can be undone. */
  async function readUndo(): Promise<LoadBefore | null> {
    const last = await lastOutcome.read()
    return last && now().getTime() - last.at < undoMs ? last.before : null
  }

  async function readState(): Promise<PopupState> {
    const account = await readAccount(0)
    const [home, info] = account
      ? await Promise.all([orNull(client.home.getHome()), orNull(client.account.getUserInfo())])
      : [null, null]
    const userType = info?.userType ?? 'carrier'
    const trucks = account && userType === 'carrier' ? await orNull(client.trucks.listTrucks()) : []
    return {
      account,
      userType,
      home: home && { today: home.today, recentContacts: home.recentContacts.slice(0, 3) },
      undo: account && (await readUndo()),
      trucks: trucks ?? [],
      health: await health.list(),
      confirmed: await health.confirmed(),
      isSending: await isSending(),
      isOutdated: await isOutdated(),
    }
  }

  return handle
}

/** Unreachable parts are left out; the popup shows the others. */
const orNull = <T>(loading: Promise<T>): Promise<T | null> => loading.catch(() => null)

const isDone = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )
