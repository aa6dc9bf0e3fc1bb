import { carrierDefaultTemplate } from '@loadping/contract/rules/default-template'
import { type Template, TemplateDraft } from '@loadping/contract/templates'

/** A template as edited; `html` is its body, and a new one has no ID. */
export type Draft = {
  id?: string
  name: string
  subject: string
  cc: string[]
  labels: string[]
  html: string
  version?: number
}

type Field = 'name' | 'subject' | 'cc' | 'labels' | 'body'
type FieldErrors = Partial<Record<Field, string>>

export const blankDraft: Draft = { name: '', subject: '', cc: [], labels: [], html: '' }

/** The text of the Default template, to start from. */
export const defaultText = { subject: carrierDefaultTemplate.subject, html: carrierDefaultTemplate.template }

export const draftOf = ({ id, name, subject, cc, labels, template, version }: Template): Draft => ({
  id,
  name,
  subject,
  cc,
  labels,
  html: template,
  version,
})

export const isSameDraft = (one: Draft, other: Draft): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Reads the draft by the contract, or returns its errors by field. */
export function readDraft(draft: Draft): { template: TemplateDraft } | { errors: FieldErrors } {
  if (!draft.id && !draft.name.trim()) return { errors: { name: 'Template name is required' } }

  const { id, name, subject, html, cc, labels } = draft
  const { data, error } = TemplateDraft.safeParse({ ...(id && { id }), name, subject, template: html, cc, labels })
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
