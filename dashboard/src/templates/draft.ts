import type { UserType } from '@loadping/contract/account/user-type'
import { findExcess } from '@loadping/contract/templates/body-html'
import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { freeName } from '@loadping/contract/templates/template-names'
import { type Template, TemplateDraft } from '@loadping/contract/templates/templates'
import * as z from 'zod/mini'

/** A template as edited; a new one has no ID. */
export const Draft = z.object({
  id: z.optional(z.string()),
  name: z.string(),
  subject: z.string(),
  cc: z.array(z.string()),
  labels: z.array(z.string()),
  body: z.string(),
  version: z.optional(z.int()),
})
export type Draft = z.infer<typeof Draft>

type Field = 'name' | 'subject' | 'cc' | 'labels' | 'body'
type FieldErrors = Partial<Record<Field, string>>

export const blankDraft: Draft = { name: '', subject: '', cc: [], labels: [], body: '' }

/** The text of the Default template of a business type, to start from. */
export function defaultTextFor(userType: UserType): Pick<Draft, 'subject' | 'body'> {
  const { subject, template: body } = userType === 'broker' ? brokerDefaultTemplate : carrierDefaultTemplate
  return { subject, body }
}

/** A new template with the content of another one, named like the copies of the list: `Van (2)`. */
export const copyOf = ({ id, version, name, ...content }: Draft, taken: string[]): Draft => ({
  ...content,
  name: name && freeName(name, [...taken, name]),
})

export const draftOf = ({ id, name, subject, cc, labels, template: body, version }: Template): Draft => ({
  id,
  name,
  subject,
  cc,
  labels,
  body,
  version,
})

/** Whether two drafts have the same content. */
export const isSameDraft = (one: Draft, other: Draft): boolean => contentOf(one) === contentOf(other)

const contentOf = ({ name, subject, cc, labels, body }: Draft): string =>
  JSON.stringify([name, subject, cc, labels, body])

/** Reads the draft by the contract, or returns its errors by field. */
export function readDraft(draft: Draft): { template: TemplateDraft } | { errors: FieldErrors } {
  if (!draft.id && !draft.name.trim()) return { errors: { name: 'Template name is required' } }

  const { body, ...rest } = draft
  const { data, error } = TemplateDraft.safeParse({ ...rest, template: body })
  if (error) return { errors: errorsOf(error.issues.map(({ path, message }) => [path.join('/'), message])) }
  const excess = findExcess(body)
  return excess ? { errors: { body: excess } } : { template: data }
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
