import type { UserType } from '../account/user-type.ts'

export type MailFindingCode =
  | 'no-number'
  | 'no-equipment'
  | 'other-equipment'
  | 'no-empty-place'
  | 'no-empty-time'
  | 'no-mc'
  | 'dot-only'
  | 'no-lane'
  | 'no-date'
  | 'other-date'
  | 'no-reference'
  | 'many-questions'
  | 'still-available'
  | 'too-long'

export const maxMailWords = 120

/** What a reader looks for. A point without findings is met. */
export type MailPoint = 'number' | 'equipment' | 'empty' | 'mc' | 'subject' | 'question' | 'length'

/** Each point as it reads when it is met. */
export const mailPointTitles: Record<MailPoint, string> = {
  number: 'Your rate',
  equipment: 'Equipment',
  empty: 'Where and when the truck is empty',
  mc: 'MC number',
  subject: 'Lane, date and reference in the subject',
  question: 'One question at most',
  length: `Under ${maxMailWords} words`,
}

/** The points that a carrier's or a broker's email is checked for, in display order. */
export const mailPointsFor = (userType: UserType): MailPoint[] =>
  userType === 'carrier'
    ? ['number', 'equipment', 'empty', 'mc', 'subject', 'question', 'length']
    : ['equipment', 'mc', 'subject', 'question', 'length']

type FindingText = { point: MailPoint; text: string; why: string; isNote: boolean }

/** The text of each finding, with the reason that the other side has. */
export function mailFindings(userType: UserType): Record<MailFindingCode, FindingText> {
  const readers = userType === 'carrier' ? 'Brokers' : 'Carriers'
  const finding = (point: MailPoint, text: string, why: string, isNote = false) => ({ point, text, why, isNote })
  return {
    'no-number': finding('number', 'Add your rate', 'Brokers rank replies by rate and skip those without one.'),
    'no-equipment': finding('equipment', 'Name the equipment', `${readers} check first whether truck and load fit.`),
    'other-equipment': finding(
      'equipment',
      'Check the equipment',
      'The email names other equipment than the posting asks for.',
    ),
    'no-empty-place': finding(
      'empty',
      'Say where the truck is empty',
      'Brokers compare how far each truck is from the pickup.',
    ),
    'no-empty-time': finding('empty', 'Say when the truck is empty', 'Brokers skip trucks that may miss the pickup.'),
    'no-mc': finding('mc', 'Add your MC number', `${readers} look you up by it before they reply.`),
    'dot-only': finding('mc', 'Add your MC number too', `Many ${readers.toLowerCase()} look up MC numbers only.`, true),
    'no-lane': finding('subject', 'Put origin and destination in the subject', `${readers} find the load by its lane.`),
    'no-date': finding('subject', 'Put the pickup date in the subject', `${readers} sort loads by pickup day.`),
    'other-date': finding('subject', 'Check the date in the subject', 'The load picks up on another day.'),
    'no-reference': finding(
      'subject',
      'Put the reference number in the subject',
      `${readers} find the load by its reference.`,
    ),
    'many-questions': finding(
      'question',
      'Ask one question at most',
      `${readers} put off emails that need many answers.`,
    ),
    'still-available': finding(
      'question',
      "Don't ask whether the load is available",
      'Brokers delete emails that ask this. Ask to book it instead.',
    ),
    'too-long': finding(
      'length',
      `Shorten it to under ${maxMailWords} words`,
      `${readers} give an email about ten seconds.`,
    ),
  }
}
