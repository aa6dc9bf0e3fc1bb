import { carrierDefaultTemplate } from '@loadping/contract/rules/default-template'
import { type Template, TemplateDraft } from '@loadping/contract/templates'
import { toHtml, toPlainText } from './plain-body.ts'

/**
 * A template as edited: lists are comma-separated, and the body is plain text, or HTML where plain text would lose
 * something.
 */
export type Draft = {
  id: string | undefined
  name: string
  subject: string
  cc: string
  labels: string
  body: string
  isHtml: boolean
}

type Field = 'name' | 'subject' | 'cc' | 'labels' | 'body'
type FieldErrors = Partial<Record<Field, string>>

export const blankDraft: Draft = { id: undefined, name: '', subject: '', cc: '', labels: '', body: '', isHtml: false }

/** The text of the Default template, to start from. */
export const defaultText = {
  subject: carrierDefaultTemplate.subject,
  body: toPlainText(carrierDefaultTemplate.template) ?? '',
}

export function draftOf({ id, name, subject, cc, labels, template }: Template): Draft {
  const plain = toPlainText(template)
  return {
    id,
    name,
    subject,
    cc: cc.join(', '),
    labels: labels.join(', '),
    body: plain ?? template,
    isHtml: plain === undefined,
  }
}

export const htmlOf = ({ body, isHtml }: Draft): string => (isHtml ? body : toHtml(body))

export const isSameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Reads the draft by the contract, or returns its errors by field. */
export function readDraft(draft: Draft): { template: TemplateDraft } | { errors: FieldErrors } {
  if (!draft.id && !draft.name.trim()) return { errors: { name: 'Template name is required' } }

  const { name, subject } = draft
  const { data, error } = TemplateDraft.safeParse({
    ...(draft.id && { id: draft.id }),
    name,
    subject,
    template: htmlOf(draft),
    cc: split(draft.cc, /[\s,;]+/),
    labels: split(draft.labels, ','),
  })
  return data
    ? { template: data }
    : { errors: errorsOf(error.issues.map(({ path, message }) => [path.join('/'), message])) }
}

/** Maps errors by their path in a template to the fields of the editor. */
export const errorsOf = (problems: [path: string, message: string][]): FieldErrors =>
  Object.fromEntries(
    problems.flatMap(([path, message]) => {
      const field = fields.get(path.split('/')[0] ?? '')
      return field ? [[field, message]] : []
    }),
  )

const fields = new Map<string, Field>([
  ['name', 'name'],
  ['subject', 'subject'],
  ['cc', 'cc'],
  ['labels', 'labels'],
  ['template', 'body'],
])

const split = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
