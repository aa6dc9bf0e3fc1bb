import type { Client } from '@loadping/contract/client'
import type { LoadBefore } from '@loadping/contract/saved-loads'
import type { createBoardHealth } from '../capture/board-health.ts'
import type { Account, PopupRequest, PopupState } from '../messages.ts'

type PopupDeps = {
  client: Client
  health: Pick<ReturnType<typeof createBoardHealth>, 'list' | 'confirmed'>
  /** Returns the account, at most this old. */
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  isSending: () => Promise<boolean>
  isOutdated: () => Promise<boolean>
}

type Change = Exclude<PopupRequest, { kind: 'open-dashboard' }>

/** Answers the popup: an outcome and its undo as a row gets them, else the state that the server now has. */
export function createPopupRequests({ client, health, readAccount, isSending, isOutdated }: PopupDeps) {
  async function handle(request: Change): Promise<PopupState | LoadBefore | { isDone: boolean } | null> {
    if (request.kind === 'set-outcome') return setOutcome(request)
    if (request.kind === 'undo-outcome')
      return { isDone: await isDone(client.loads.undoLoadChange({ body: { before: [request.before] } })) }
    if (request.kind === 'use-template')
      await client.templates.setDefaultTemplate({ params: { id: request.templateId } })
    if (request.kind === 'use-truck') await client.trucks.chooseTruck({ body: { truckId: request.truckId } })
    return readState()
  }

  const setOutcome = ({ loadId, outcome, cents }: Extract<Change, { kind: 'set-outcome' }>) =>
    orNull(client.extension.setOutcome({ body: { about: { loadId }, outcome, ...(cents && { cents }) } }))

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
