import { copyDatabase } from '../../server/src/db/copy-database.ts'
import type { Word } from './word.ts'

/** Copies everything from the database of the settings into another one, which has no users yet. */
export const word: Word = {
  summary: 'copies everything into another database, which has no users yet',
  usage: ['postgres://…'],
  database: 'stopped',
  read([target, ...extra]) {
    if (target === undefined || extra.length > 0) return undefined
    return {
      changes: 'copy-database',
      async run({ connection }) {
        const copied = [...(await copyDatabase(connection, { connectionString: target }))].filter(
          ([, rows]) => rows > 0,
        )
        return { text: copied.map(([table, rows]) => `${table} ${rows}`).join('\n'), data: Object.fromEntries(copied) }
      },
    }
  },
}
