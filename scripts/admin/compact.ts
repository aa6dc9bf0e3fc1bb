import { formatBytes } from '../../contract/src/format/counts.ts'
import { compactTables } from '../../server/src/db/compact-tables.ts'
import type { Word } from './word.ts'

/** Gives the space of removed rows back to the disk. */
export const word: Word = {
  summary: 'gives the space of removed rows back to the disk, while LoadPing is stopped',
  usage: [''],
  database: 'stopped',
  read(args) {
    if (args.length > 0) return undefined
    return {
      changes: 'compact',
      async run({ connection }) {
        const tables = await compactTables(connection)
        const total = (size: 'bytesBefore' | 'bytesAfter') => tables.reduce((sum, table) => sum + table[size], 0)
        const lines = tables
          .filter(({ bytesBefore, bytesAfter }) => formatBytes(bytesBefore) !== formatBytes(bytesAfter))
          .map((one) => `${one.table}: ${formatBytes(one.bytesBefore)}, now ${formatBytes(one.bytesAfter)}`)
        const all = `All tables: ${formatBytes(total('bytesBefore'))}, now ${formatBytes(total('bytesAfter'))}`
        return { text: [...lines, all].join('\n'), data: { tables } }
      },
    }
  },
}
