import { resolveMx } from 'node:dns/promises'
import { countRelayEmails } from '../server/src/emails/relay-report.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run relay [-- hours]: shows what became of the relay's emails, by who receives them. Works while LoadPing is running.
const [hours = '24', extra] = process.argv.slice(2)
if (!/^[1-9]\d{0,2}$/.test(hours) || extra !== undefined) exitWith('Usage: npm run relay [-- hours]', 2)

const findMailHosts = async (domain: string) => (await resolveMx(domain)).map(({ exchange }) => exchange)

await runOperatorCommand(async (ctx) => {
  const counts = await countRelayEmails(ctx, { hours: Number(hours), findMailHosts })
  const lines = [...counts].map(([receiver, found]) =>
    [receiver, ...Object.entries(found).map(([name, count]) => `${name} ${count}`)].join('  '),
  )
  return lines.join('\n') || `The relay sent nothing in ${hours} hours.`
})
