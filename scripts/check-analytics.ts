import { describe, findDifferences, repair } from '../server/src/analytics/check-counts.service.ts'
import { inTransaction } from '../server/src/context.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run check-analytics [-- repair]: compares the counts of contacts by day, week and month with their events, names each difference,
// and corrects it with repair. Works whether or not LoadPing is running.
const [command, extra] = process.argv.slice(2)
if (extra !== undefined || !['repair', undefined].includes(command))
  exitWith('Usage: npm run check-analytics [-- repair]', 2)

await runOperatorCommand(async (ctx) => {
  const lines: string[] = []
  for (const difference of await findDifferences(ctx)) {
    const { userId, bucket, day, holder, stored, counted } = difference
    lines.push(`${bucket} ${day} user ${userId} in ${holder}: ${describe(stored)}; its events: ${describe(counted)}`)
    if (command === 'repair') await inTransaction(ctx, (tx) => repair(tx, difference))
  }
  if (lines.length === 0) return 'All counts are those of their events.'
  lines.push(command === 'repair' ? `Corrected ${lines.length} counts.` : `${lines.length} counts differ.`)
  if (command !== 'repair') process.exitCode = 1
  return lines.join('\n')
})
