import { pastedFromBoards } from './pasted-boards.cases.ts'
import { pastedChats } from './pasted-chats.cases.ts'
import { pastedFromDat } from './pasted-dat.cases.ts'
import { pastedEmails } from './pasted-emails.cases.ts'
import { pastedExports } from './pasted-exports.cases.ts'
import { pastedHeldBack } from './pasted-held-back.cases.ts'
import { pastedOdd } from './pasted-odd.cases.ts'
import { pastedThreads } from './pasted-threads.cases.ts'

/** What a text states, each field as text; a place without a state is `Springfield, ?`, a missing field is absent. */
export type PastedCase = { text: string; fields: Record<string, string> }

/** The day on which the texts are read: a Friday. */
export const pastingDay = '2026-11-20'

/** Each text, then `=>` and its fields. `loads` counts several loads, of which the fields are the first's. */
export const readCases = (sources: string[]): PastedCase[] =>
  sources.map((source) => {
    const end = source.lastIndexOf('\n=> ')
    const fields = source.slice(end + '\n=> '.length).split(/\s\| /)
    return {
      text: source.slice(0, end),
      fields: Object.fromEntries(fields.filter(Boolean).map((field) => readField(field))),
    }
  })

/** Splits `rate $2,400` into its name and its value. */
function readField(field: string): [string, string] {
  const space = field.indexOf(' ')
  return [field.slice(0, space), field.slice(space + 1)]
}

/** Texts of which some were used to make the reader. */
export const pastedCases = readCases([
  ...pastedFromDat,
  ...pastedFromBoards,
  ...pastedExports,
  ...pastedEmails,
  ...pastedThreads,
  ...pastedChats,
  ...pastedOdd,
])

/** Texts that were never used for it. */
export const addedCases = readCases(pastedHeldBack)
