import type { DataDeps } from '../context.ts'
import { type Provider, providerOf } from '../relay/receivers.ts'
import { countByDomain, type RelayCounts } from './relay-report.store.ts'

/** Who receives the email of a domain. */
type Receiver = Provider | 'other'

/** More domains are not looked up: they have few emails, and count as other. */
const maxLookups = 500

/** Returns what became of the relay's emails of the last hours, by who receives them, found by their mail servers. */
export async function countRelayEmails(
  ctx: DataDeps,
  { hours, findMailHosts }: { hours: number; findMailHosts: (domain: string) => Promise<string[]> },
): Promise<Map<Receiver, RelayCounts>> {
  const domains = await countByDomain(ctx.db, new Date(ctx.now().getTime() - hours * 3_600_000))
  const receivers = await Promise.all(
    domains.map(async ({ domain }, index) =>
      receiverOf(index < maxLookups ? await findMailHosts(domain).catch(() => []) : []),
    ),
  )
  const totals = new Map<Receiver, RelayCounts>()
  for (const [index, { domain: _, ...counts }] of domains.entries()) {
    const receiver = receivers[index] ?? 'other'
    const total = totals.get(receiver)
    totals.set(receiver, total ? add(total, counts) : counts)
  }
  return totals
}

const receiverOf = (hosts: string[]): Receiver => providerOf(hosts) ?? 'other'

const add = (one: RelayCounts, other: RelayCounts): RelayCounts => ({
  emails: one.emails + other.emails,
  sent: one.sent + other.sent,
  deferred: one.deferred + other.deferred,
  refused: one.refused + other.refused,
  bounced: one.bounced + other.bounced,
  unknown: one.unknown + other.unknown,
})
