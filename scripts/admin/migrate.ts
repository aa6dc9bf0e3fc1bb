import type { Word } from './word.ts'

/** Creates the tables, or brings those of an older version to this one. The start does the same. */
export const word: Word = {
  summary: 'creates the tables, or updates those of an older version',
  usage: [''],
  database: 'any',
  read(args) {
    if (args.length > 0) return undefined
    return {
      changes: 'migrate',
      run: async () => ({ text: 'The tables are those of this version.', data: { isCurrent: true } }), // opening did it
    }
  },
}
