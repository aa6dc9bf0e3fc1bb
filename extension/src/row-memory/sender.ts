import type { UserType } from '@loadping/contract/account/account'
import type { Client } from '@loadping/contract/client'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import { truckValues } from '@loadping/contract/templates/truck-values'
import { type Costs, noCosts } from '@loadping/contract/trucks/trucks'

/** What emails say about the user, and what a mile costs them. */
export type Sender = { userType: UserType; hasName: boolean; profile: SenderProfile; costs: Costs }

const maxAgeMs = 60_000

/** Keeps what the cards of rows need to know about the user, while the worker runs. */
export function createSenderCache(client: Client, now: () => Date) {
  let known: { sender: Promise<Sender | undefined>; readAt: number } | undefined

  /** Returns the sender, or undefined while the server cannot be asked. */
  function read(): Promise<Sender | undefined> {
    const at = now().getTime()
    if (known && at - known.readAt < maxAgeMs) return known.sender
    const sender = load().catch(() => {
      known = undefined
      return undefined
    })
    known = { sender, readAt: at }
    return sender
  }

  async function load(): Promise<Sender> {
    const [{ userType }, profile, snippets] = await Promise.all([
      client.account.getUserInfo(),
      client.account.getProfile(),
      client.snippets.listSnippets(),
    ])
    const isCarrier = userType !== 'broker'
    const [costs, trucks] = isCarrier
      ? await Promise.all([client.trucks.getCosts(), client.trucks.listTrucks()])
      : [noCosts, []]
    const truck = trucks.find(({ isCurrent }) => isCurrent)
    return {
      userType: userType ?? 'carrier',
      hasName: profile.name !== null,
      costs,
      profile: {
        ...senderProfileOf(profile),
        ...(truck && truckValues(truck, null)),
        snippets: Object.fromEntries(snippets.map(({ name, text }) => [name, text])),
      },
    }
  }

  return {
    read,
    clear: () => {
      known = undefined
    },
  }
}
