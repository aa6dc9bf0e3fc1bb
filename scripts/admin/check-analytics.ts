import { describe, findDifferences, repair } from '../../server/src/analytics/check-counts.service.ts'
import { inTransaction } from '../../server/src/context.ts'
import type { Word } from './word.ts'

/** Compares the counts of contacts by day, week and month with their events, and corrects them. */
export const word: Word = {
  summary: 'compares the counts of contacts with their events, and corrects them',
  usage: ['[repair]'],
  read([command, ...extra]) {
    if (extra.length > 0 || (command !== undefined && command !== 'repair')) return undefined
    return {
      ...(command && { changes: 'check-analytics repair' }),
      async run(ctx) {
        const differences = await findDifferences(ctx)
        for (const difference of differences) if (command) await inTransaction(ctx, (tx) => repair(tx, difference))
        if (differences.length === 0)
          return { text: 'All counts are those of their events, as far back as these are kept.', data: [] }
        const found = differences.map(
          ({ userId, bucket, day, holder, stored, counted }) =>
            `${bucket} ${day} user ${userId} in ${holder}: ${describe(stored)}; its events: ${describe(counted)}`,
        )
        const sum = command ? `Corrected ${found.length} counts.` : `${found.length} counts differ.`
        return { text: [...found, sum].join('\n'), data: differences, isProblem: command === undefined }
      },
    }
  },
}
