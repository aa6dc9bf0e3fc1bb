import { type PastedCase, readCases } from '../freight-text/pasted-loads.cases.ts'
import { answerChats } from './answer-chats.cases.ts'
import { answerEmails } from './answer-emails.cases.ts'
import { moreAnswers } from './more-answers.cases.ts'

/** The day on which the answers are read, a Monday, and the reference of the posting that they answer. */
export const answeredOn = '2026-11-23'
export const answeredReference = 'B20417'

/** What an answer can state. Several values of one field are joined by ` + `. */
export const answerFields: readonly string[] = [
  'ask',
  'carrier',
  'mc',
  'equipment',
  'length',
  'emptyIn',
  'emptyOn',
  'reference',
  'email',
  'phone',
]

/** Forty carriers' answers, written before the reader was. */
export const answerCases: PastedCase[] = readCases([...answerEmails, ...answerChats])

/** Those that were written after it, and used to improve it. */
export const moreAnswerCases: PastedCase[] = readCases(moreAnswers)
