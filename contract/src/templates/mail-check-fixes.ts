import type { UserType } from '../account/user-type.ts'
import type { MailFindingCode } from './mail-check-texts.ts'
import type { TemplateSource } from './placeholders.ts'

/** Returns the template with a finding fixed, or undefined if only its author can. */
export function fixTemplate(
  code: MailFindingCode,
  template: TemplateSource,
  userType: UserType,
): TemplateSource | undefined {
  const fixed = fixes[code]?.(template, userType)
  const isChanged = fixed && (fixed.subject !== template.subject || fixed.template !== template.template)
  return isChanged ? fixed : undefined
}

/** Whether a finding only says that a value is missing which the template already has a placeholder for. */
export const isValueMissing = (code: MailFindingCode, template: TemplateSource, userType: UserType): boolean =>
  fixes[code] !== undefined && fixTemplate(code, template, userType) === undefined

type Fix = (template: TemplateSource, userType: UserType) => TemplateSource

/** Adds optional text with a placeholder. Where the body has it already, its value is missing, not the text. */
const addLine =
  (before: string, placeholder: string, after = ''): Fix =>
  (template) =>
    template.template.includes(`{{${placeholder}`)
      ? template
      : insertParagraph(template, `[[${before}{{${placeholder}}}${after}]]`)

/** Appends to the subject, after a dash unless it is empty. Applied twice, it adds once. */
const addToSubject =
  (placeholder: string, label = ''): Fix =>
  ({ subject, template }) => {
    const added = `${label}{{${placeholder}}}]]`
    if (subject.includes(added)) return { subject, template }
    return { subject: subject.trim() ? `${subject}[[ - ${added}` : `[[${added}`, template }
  }

const lane = '{{origin}} to {{dest}}'

const fixes: Partial<Record<MailFindingCode, Fix>> = {
  'no-number': (template, userType) =>
    template.template.includes('{{rate')
      ? template
      : addLine('Rate: ', 'rate:trip+8% to 5', ' all-in')(template, userType),
  'no-equipment': (template, userType) =>
    addLine('Equipment: ', userType === 'broker' ? 'postedLoadTruckType' : 'truck')(template, userType),
  'no-empty-place': addLine('Empty in ', 'truckLocation'),
  'no-empty-time': (template) => insertParagraph(template, '[[Ready to load {{avail}}]]'),
  'no-mc': addLine('MC ', 'mc'),
  'dot-only': addLine('MC ', 'mc'),
  'no-lane': ({ subject, template }) => ({
    subject: subject.startsWith(lane) ? subject : [lane, subject.trim()].filter(Boolean).join(' - '),
    template,
  }),
  'no-date': addToSubject('avail'),
  'no-reference': addToSubject('ref', 'Ref# '),
  'still-available': ({ subject, template }) => ({ subject, template: replaceAvailabilityQuestion(template) }),
}

/** Inserts a paragraph before the one with the question or the signature, else at the end, unless it is there. */
export function insertParagraph({ subject, template }: TemplateSource, line: string): TemplateSource {
  const paragraph = `<p>${line}</p>`
  if (template.includes(paragraph)) return { subject, template }
  const ends = [template.indexOf('?'), template.indexOf('{{signature}}')].filter((index) => index >= 0)
  const at = ends.length > 0 ? template.lastIndexOf('<p>', Math.min(...ends)) : -1
  if (at >= 0) return { subject, template: `${template.slice(0, at)}${paragraph}\n${template.slice(at)}` }
  return { subject, template: template ? `${template}\n${paragraph}` : paragraph }
}

/** Replaces the questions for availability with one that a broker can answer with yes. */
function replaceAvailabilityQuestion(template: string): string {
  const pieces = template.split(/([.!?<>\n])/)
  const isAsking = (index: number) =>
    pieces[index + 1] === '?' && /\b(?:available|still open|still have|still there)\b/i.test(pieces[index] ?? '')
  const asking = new Set(pieces.flatMap((_, index) => (isAsking(index) ? [index] : [])))
  const others = pieces.filter((piece, index) => piece === '?' && !asking.has(index - 1)).length
  for (const [order, index] of [...asking].entries()) {
    const lead = /^\s*/.exec(pieces[index] ?? '')?.[0] ?? ''
    pieces[index] = order === 0 && others === 0 ? `${lead}Can we book it` : ''
    if (pieces[index] === '') pieces[index + 1] = ''
  }
  const replaced = pieces.join('')
  return template.includes('<p></p>') ? replaced : replaced.replace(/<p><\/p>\n?/g, '')
}
