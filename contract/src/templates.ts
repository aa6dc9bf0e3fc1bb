import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { EmailAddress } from './rules/email-address.ts'
import { line, multiLine } from './text.ts'

export const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  template: z.string(), // HTML body; may hold {{placeholders}}
  cc: z.array(z.string()),
  labels: z.array(z.string()),
  /** The one that the one-click button uses. */
  isDefault: z.boolean(),
})
export type Template = z.infer<typeof Template>

/** What a user writes. Creating without a name is refused by the service; saving without one stores "Default". */
export const TemplateDraft = z.strictObject({
  id: z.nullish(z.uuid()),
  name: line(100),
  subject: line(255),
  template: multiLine(200_000),
  cc: z.array(EmailAddress).check(z.maxLength(5, 'At most 5 cc')),
  labels: z.array(line(40, 1)).check(z.maxLength(20)),
})
export type TemplateDraft = z.infer<typeof TemplateDraft>

const byId = z.strictObject({ id: z.uuid() })

export const templatesApi = defineApi({
  listTemplates: { access: 'user', extension: true, method: 'GET', path: '/templates', response: z.array(Template) },
  getTemplate: { access: 'user', method: 'GET', path: '/templates/:id', params: byId, response: Template },
  createTemplate: {
    access: 'user',
    method: 'POST',
    path: '/templates/add-template',
    body: TemplateDraft,
    response: Template,
  },
  updateTemplate: {
    access: 'user',
    method: 'PUT',
    path: '/templates/:id',
    params: byId,
    body: TemplateDraft,
    response: Template,
  },
  deleteTemplate: { access: 'user', method: 'DELETE', path: '/templates/:id', params: byId, response: z.null() },
})
