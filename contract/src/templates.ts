import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { EmailAddress } from './rules/email-address.ts'
import { multiLine, singleLine } from './text.ts'

export const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  template: z.string(), // HTML body with {{placeholders}}
  cc: z.array(z.string()),
  labels: z.array(z.string()),
  /** Whether the one-click button sends it. */
  isDefault: z.boolean(),
  /** Grows by one with each save. */
  version: z.int(),
})
export type Template = z.infer<typeof Template>

/** The ask that an email states, in cents or null for none, and the version of the template that computed it. */
export const TemplateAsk = z.strictObject({
  askCents: z.nullable(z.int().check(z.minimum(0), z.maximum(2_000_000_000))),
  templateVersion: z.int().check(z.minimum(1), z.maximum(2_000_000_000)),
})
export type TemplateAsk = z.infer<typeof TemplateAsk>

/** In characters, as typed and as stored. */
export const maxTemplateLength = 200_000

/** User input. Creating requires a name; updating without one stores "Default". */
export const TemplateDraft = z.strictObject({
  id: z.nullish(z.uuid()),
  name: singleLine(100),
  subject: singleLine(255),
  template: multiLine(maxTemplateLength),
  cc: z.array(EmailAddress).check(z.maxLength(5, 'Up to 5 Cc addresses')),
  labels: z.array(singleLine(40, 1)).check(z.maxLength(20)),
})
export type TemplateDraft = z.infer<typeof TemplateDraft>

const byId = z.strictObject({ id: z.uuid() })

export const templatesApi = defineApi({
  listTemplates: { access: 'user', extension: true, method: 'GET', path: '/templates', response: z.array(Template) },
  getTemplate: { access: 'user', method: 'GET', path: '/templates/:id', params: byId, response: Template },
  createTemplate: {
    access: 'user',
    limit: 'template-saves',
    method: 'POST',
    path: '/templates/add-template',
    body: TemplateDraft,
    response: Template,
  },
  updateTemplate: {
    access: 'user',
    limit: 'template-saves',
    method: 'PUT',
    path: '/templates/:id',
    params: byId,
    body: TemplateDraft,
    response: Template,
  },
  deleteTemplate: { access: 'user', method: 'DELETE', path: '/templates/:id', params: byId, response: z.null() },
})
