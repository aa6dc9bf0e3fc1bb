import { removeDemo } from '../../server/src/demo/demo.ts'
import type { Word } from './word.ts'

/** Deletes every demo account with its data. */
export const word: Word = {
  summary: 'deletes every demo account with its data',
  usage: ['remove'],
  database: 'stopped',
  read(args) {
    if (args.join(' ') !== 'remove') return undefined
    return {
      question: 'Delete every demo account with its data?',
      changes: 'demo remove',
      async run({ db }) {
        const removed = await removeDemo(db)
        return { text: `Removed ${removed} demo account(s).`, data: { removed } }
      },
    }
  },
}
