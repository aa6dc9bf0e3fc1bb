import type { UserType } from '../account/user-type.ts'
import { equipmentName } from '../boards/equipment.ts'
import type { LoadFacts } from '../boards/posted-load.ts'
import { readLoadText } from '../broker-software/load-text.ts'
import { findCarrierNumber } from '../broker-software/mc-number.ts'
import { datesIn, isTimeToken } from '../broker-software/text-dates.ts'
import { kindsOfEquipment } from '../broker-software/text-equipment.ts'
import { readPlace } from '../broker-software/text-places.ts'
import { endsSentence, readTokens, type Token } from '../broker-software/text-tokens.ts'
import { bodyText } from './body-text.ts'
import { type MailFindingCode, type MailPoint, mailFindings, mailPointsFor, maxMailWords } from './mail-check-texts.ts'

/** What an email lacks for a reader with ten seconds, where, and why it matters. */
export type MailFinding = {
  code: MailFindingCode
  point: MailPoint
  text: string
  why: string
  /** Advice that a good email may ignore. */
  isNote: boolean
  /** The part it concerns: of the subject, or of the body as text. */
  part: 'subject' | 'body'
  start: number
  end: number
}

type Part = { part: 'subject' | 'body'; start: number; end: number }
type Email = {
  subject: string
  body: string
  sentences: Sentence[]
  load: LoadFacts
  isCarrier: boolean
  read: Record<'subject' | 'body', ReturnType<typeof readLoadText>>
}
type Sentence = { tokens: Token[]; isQuestion: boolean; start: number; end: number }

/** Reads a filled email as a broker or carrier would in ten seconds, and returns what is missing or wrong in it. */
export function checkMail(
  message: { subject: string; html: string },
  { userType, load }: { userType: UserType; load: LoadFacts },
): MailFinding[] {
  const body = bodyText(message.html)
  const email = {
    subject: message.subject,
    body,
    sentences: readSentences(body),
    load,
    isCarrier: userType === 'carrier',
    read: { subject: readLoadText(message.subject, { today }), body: readLoadText(body, { today }) },
  }
  const points = mailPointsFor(userType)
  return checks
    .flatMap((check) => check(email))
    .map(({ code, ...range }) => ({ code, ...mailFindings(userType)[code], ...range }))
    .filter(({ point }) => points.includes(point))
}

/** Which days are meant does not matter here. */
const today = '2000-01-01'

type Found = { code: MailFindingCode } & Part

const checks: ((email: Email) => Found[])[] = [
  checkNumber,
  checkEquipment,
  checkEmpty,
  checkCarrierNumber,
  checkLane,
  checkDate,
  checkReference,
  checkQuestions,
  checkLength,
]

const inBody = ({ body }: Email, code: MailFindingCode): Found => ({ code, part: 'body', start: 0, end: body.length })
const inSubject = ({ subject }: Email, code: MailFindingCode): Found => ({
  code,
  part: 'subject',
  start: 0,
  end: subject.length,
})

function checkNumber(email: Email): Found[] {
  const hasNumber = [email.read.subject, email.read.body].some(
    ({ load, unreadable }) => load.rate !== undefined || unreadable.some(({ why }) => why === 'shorthand'),
  )
  return hasNumber ? [] : [inBody(email, 'no-number')]
}

function checkEquipment(email: Email): Found[] {
  const { load, body, subject, read } = email
  const part = read.body.load.equipment ? 'body' : 'subject'
  const named = read[part].load.equipment
  if (!named) {
    const hasCode = readTokens(`${subject}\n${body}`).some(({ text }) => text === load.equipment)
    return hasCode ? [] : [inBody(email, 'no-equipment')]
  }
  const posted = load.equipment && equipmentName(load.board, load.equipment)
  const isKnown = posted !== undefined && posted !== load.equipment
  if (!isKnown || canHaul(named.value, posted)) return []
  return [{ code: 'other-equipment', part, start: named.start, end: named.end }]
}

function canHaul(truck: string, posted: string): boolean {
  const kinds = kindsOfEquipment(truck)
  if (kinds.has('reefer')) kinds.add('van')
  return [...kindsOfEquipment(posted)].some((kind) => kinds.has(kind))
}

const emptyWords =
  /^(?:empty|empties|available|avail|ready|mty?|unload|unloads|unloading|unloaded|delivers|delivering|drops|location|located|sitting|parked)$/

function checkEmpty(email: Email): Found[] {
  let hasPlace = false
  let hasTime = false
  for (const { tokens, isQuestion } of email.sentences) {
    const cue = isQuestion ? -1 : tokens.findIndex((_, index) => isEmptyCue(tokens, index))
    if (cue < 0) continue
    hasPlace ||= statesPlace(tokens, cue)
    hasTime ||= tokens.some((_, index) => isTimeToken(tokens, index))
  }
  return [...(hasPlace ? [] : [inBody(email, 'no-empty-place')]), ...(hasTime ? [] : [inBody(email, 'no-empty-time')])]
}

function isEmptyCue(tokens: Token[], index: number): boolean {
  const word = tokens[index]?.lower ?? ''
  const after = tokens[index + 1]?.lower ?? ''
  if (word === 'can' && after === 'load') return true
  return emptyWords.test(word) || (word === 'is' && (after === 'in' || after === 'at'))
}

/** Whether a place follows the cue: a city with its state, or a capitalized name; or the miles to the pickup are said. */
const statesPlace = (tokens: Token[], cue: number): boolean =>
  tokens.some((token, index) => {
    const next = tokens[index + 1]
    if (/^(?:mi|miles)$/.test(token.lower) && /^(?:from|out|away)$/.test(next?.lower ?? '')) return true
    if (index < cue) return false
    const isLead = index === cue || /^(?:in|at|near)$/.test(token.lower)
    const isNamed = isLead && /^\p{Lu}\p{Ll}/u.test(next?.text ?? '') && !isTimeToken(tokens, index + 1)
    return isNamed || (index > cue && readPlace(tokens, index) !== undefined)
  })

function checkCarrierNumber(email: Email): Found[] {
  const found = findCarrierNumber(`${email.subject}\n${email.body}`)
  if (found?.kind === 'mc') return []
  return [inBody(email, found ? 'dot-only' : 'no-mc')]
}

function checkLane(email: Email): Found[] {
  const subject = foldPlace(email.subject)
  const { origin, dest } = email.load
  return [origin, dest].every(({ city }) => subject.includes(foldPlace(city))) ? [] : [inSubject(email, 'no-lane')]
}

const longForms: Record<string, string> = { ft: 'fort', st: 'saint', ste: 'sainte', mt: 'mount' }

/** Words of a place name, so that Ft. Worth and Fort Worth are the same. */
const foldPlace = (text: string): string =>
  ` ${(text.toLowerCase().match(/[\p{L}\p{M}\d]+/gu) ?? []).map((word) => longForms[word] ?? word).join(' ')} `

function checkDate(email: Email): Found[] {
  const { pickupDay, pickupUntilDay = pickupDay } = email.load
  if (!pickupDay || !pickupUntilDay) return []
  const dates = datesIn(readTokens(email.subject), pickupDay)
  if (dates.some((day) => day === 'relative' || (day >= pickupDay && day <= pickupUntilDay))) return []
  return [inSubject(email, dates.length > 0 ? 'other-date' : 'no-date')]
}

function checkReference(email: Email): Found[] {
  const { reference } = email.load
  return !reference || email.subject.toLowerCase().includes(reference.toLowerCase())
    ? []
    : [inSubject(email, 'no-reference')]
}

function checkQuestions({ sentences, isCarrier }: Email): Found[] {
  const questions = sentences.filter(({ isQuestion }) => isQuestion)
  const [, second] = questions
  const asksIfAvailable = isCarrier ? sentences.find(isAvailabilityQuestion) : undefined
  return [
    ...(second ? [{ code: 'many-questions' as const, ...rangeOf(second) }] : []),
    ...(asksIfAvailable ? [{ code: 'still-available' as const, ...rangeOf(asksIfAvailable) }] : []),
  ]
}

const rangeOf = ({ start, end }: Sentence): Part => ({ part: 'body', start, end })

function isAvailabilityQuestion({ tokens, isQuestion }: Sentence): boolean {
  const words = new Set(tokens.map(({ lower }) => lower))
  if (words.has('available')) return isQuestion || (words.has('if') && words.has('still'))
  return isQuestion && words.has('still') && (words.has('open') || words.has('have') || words.has('there'))
}

function checkLength(email: Email): Found[] {
  return countWords(email.body) < maxMailWords ? [] : [inBody(email, 'too-long')]
}

/** Counts the words of a body as text. */
export const countWords = (body: string): number => body.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length

function readSentences(text: string): Sentence[] {
  const tokens = readTokens(text)
  const sentences: Sentence[] = []
  let from = 0
  for (let index = 0; index < tokens.length; index++) {
    const isEnd = endsSentence(tokens, index) && !isInsideUrl(tokens, index)
    if (!isEnd && index < tokens.length - 1) continue
    const own = tokens.slice(from, index + 1)
    from = index + 1
    const isQuestion = own.at(-1)?.text === '?' && own.some(({ kind }) => kind === 'word')
    if (own.length > 0)
      sentences.push({ tokens: own, isQuestion, start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 })
  }
  return sentences
}

const isInsideUrl = (tokens: Token[], index: number): boolean =>
  tokens[index + 1]?.isGlued === true && tokens[index + 1]?.kind === 'word'
