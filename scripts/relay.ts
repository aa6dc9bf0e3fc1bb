import type { DataDeps } from '../server/src/context.ts'
import { hastenToReceiver } from '../server/src/delivery/queue.service.ts'
import { countRelayEmails } from '../server/src/emails/relay-report.service.ts'
import { createMailHosts } from '../server/src/integrations/mail-hosts.ts'
import { forgetReceiver, listReceivers } from '../server/src/relay/relay.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run relay [-- hours]: shows what became of the relay's emails, by who receives them, and who refuses the relay.
// npm run relay -- end RECEIVER: ends its pause. Both work while LoadPing is running.
const [first = '24', receiver, extra] = process.argv.slice(2)
const isEnd = first === 'end' && receiver !== undefined && extra === undefined
const isReport = /^[1-9]\d{0,2}$/.test(first) && receiver === undefined
if (!isEnd && !isReport) exitWith('Usage: npm run relay [-- hours | end RECEIVER]', 2)

await runOperatorCommand((ctx) => (receiver === undefined ? report(ctx, Number(first)) : endPause(ctx, receiver)))

async function report(ctx: DataDeps, hours: number): Promise<string> {
  const counts = await countRelayEmails(ctx, { hours, findMailHosts: createMailHosts() })
  const lines = [...counts].map(([name, found]) =>
    [name, ...Object.entries(found).map(([what, count]) => `${what} ${count}`)].join('  '),
  )
  if (lines.length === 0) lines.push(`The relay sent nothing in ${hours} hours.`)
  const refusing = (await listReceivers(ctx)).map(({ receiver: name, pausedUntil, changedAt, reply }) =>
    [
      `${name} refused the relay`,
      pausedUntil ? `paused until ${pausedUntil.toISOString()}` : `not paused, since ${changedAt.toISOString()}`,
      reply,
    ].join('  '),
  )
  return [...lines, ...refusing].join('\n')
}

async function endPause(ctx: DataDeps, name: string): Promise<string> {
  if (!(await forgetReceiver(ctx, name))) throw new Error(`No receiver ${name} refused the relay. See npm run relay.`)
  await hastenToReceiver(ctx, name)
  return `The relay sends to ${name} again.`
}
