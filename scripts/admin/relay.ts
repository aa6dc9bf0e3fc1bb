import type { DataDeps } from '../../server/src/context.ts'
import { hastenToReceiver } from '../../server/src/delivery/queue.service.ts'
import { countRelayEmails } from '../../server/src/emails/relay-report.service.ts'
import { createMailHosts } from '../../server/src/integrations/mail-hosts.ts'
import { forgetReceiver, listReceivers } from '../../server/src/relay/relay.service.ts'
import type { Answer, Word } from './word.ts'

/** Shows what became of the relay's emails, by who receives them, and who refuses the relay, or ends a pause. */
export const word: Word = {
  summary: "shows what became of the relay's emails, or ends a pause",
  usage: ['[HOURS]', 'end RECEIVER'],
  read([first = '24', receiver, ...extra]) {
    if (first === 'end' && receiver !== undefined && extra.length === 0)
      return { changes: 'relay end', run: (ctx) => endPause(ctx, receiver) }
    const isReport = /^[1-9]\d{0,2}$/.test(first) && receiver === undefined
    return isReport ? { run: (ctx) => report(ctx, Number(first)) } : undefined
  },
}

async function report(ctx: DataDeps, hours: number): Promise<Answer> {
  const counts = await countRelayEmails(ctx, { hours, findMailHosts: createMailHosts() })
  const refusing = await listReceivers(ctx)
  const found = [...counts].map(([name, states]) =>
    [name, ...Object.entries(states).map(([what, count]) => `${what} ${count}`)].join('  '),
  )
  if (found.length === 0) found.push(`The relay sent nothing in ${hours} hours.`)
  const refused = refusing.map(({ receiver: name, pausedUntil, changedAt, reply }) =>
    [
      `${name} refused the relay`,
      pausedUntil ? `paused until ${pausedUntil.toISOString()}` : `not paused, since ${changedAt.toISOString()}`,
      reply,
    ].join('  '),
  )
  return { text: [...found, ...refused].join('\n'), data: { hours, counts: Object.fromEntries(counts), refusing } }
}

async function endPause(ctx: DataDeps, name: string): Promise<Answer> {
  if (!(await forgetReceiver(ctx, name)))
    throw new Error(`No receiver ${name} refused the relay. See npm run admin -- relay.`)
  await hastenToReceiver(ctx, name)
  return { text: `The relay sends to ${name} again.`, data: { receiver: name } }
}
