import type { Client } from '@loadping/contract/client'
import type { createBoardHealth } from '../capture/board-health.ts'
import type { Account, PopupRequest, PopupState } from '../messages.ts'

type PopupDeps = {
  client: Client
  health: ReturnType<typeof createBoardHealth>
  /** Returns the account, at most this old. */
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  isSending: () => Promise<boolean>
  isOutdated: () => Promise<boolean>
}

type Change = Exclude<PopupRequest, { kind: 'open-dashboard' }>

/** Answers the popup. After a change it returns the state that the server now has. */
export function createPopupRequests({ client, health, readAccount, isSending, isOutdated }: PopupDeps) {
  async function handle(request: Change): Promise<PopupState> {
    if (request.kind === 'use-template')
      await client.templates.setDefaultTemplate({ params: { id: request.templateId } })
    if (request.kind === 'use-truck') await client.trucks.chooseTruck({ body: { truckId: request.truckId } })
    return readState()
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
