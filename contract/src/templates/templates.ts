import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { multiLine, singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'

export const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  template: z.string(), // HTML body with {{placeholders}}
  cc: z.array(z.string()),
  labels: z.array(z.string()),
  /** Whether the one-click button sends it. */
  isDefault: z.boolean(),
  /** Grows by one with each save. The extension asks once, on each device, before it first sends a version. */
  version: z.int(),
  updatedAt: z.iso.datetime(),
  /** Whether the owner's team may read it and send with it. */
  isShared: z.boolean(),
  /** The teammate who shares it; null for the caller's own. */
  owner: z.nullable(z.object({ userId: z.uuid(), name: z.string() })),
})
export type Template = z.infer<typeof Template>

export const ListedTemplate = z.extend(Template, {
  /** Emails that the caller and their team sent with it, without those undone or failed. */
  sent: z.int(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type ListedTemplate = z.infer<typeof ListedTemplate>

/** In characters, as typed and as stored. */
export const maxTemplateLength = 200_000

/** Labels of one template. */
export const maxLabels = 20
const label = singleLine(40, 1)
const labels = z.array(label).check(
  z.maxLength(maxLabels),
  z.overwrite((all) => [...new Set(all)]),
)

/** User input. Creating requires a name; updating without one stores "Default". */
export const TemplateDraft = z.strictObject({
  id: z.nullish(z.uuid()),
  name: singleLine(100),
  subject: singleLine(255),
  template: multiLine(maxTemplateLength),
  cc: z.array(EmailAddress).check(z.maxLength(5, 'Up to 5 Cc addresses')),
  labels,
  /** With an update: the version that was edited; a newer one on the server is not overwritten. */
  version: z.optional(z.int().check(z.minimum(1), z.maximum(2_000_000_000))),
})
export type TemplateDraft = z.infer<typeof TemplateDraft>

/** A template as a file holds it. */
export const TemplateContent = z.omit(TemplateDraft, { id: true, version: true })
export type TemplateContent = z.infer<typeof TemplateContent>

/** What became of an imported template: `renamed` because its name was taken, `unchanged` because it was there. */
export const ImportResult = z.object({ name: z.string(), outcome: z.enum(['added', 'renamed', 'unchanged']) })
export type ImportResult = z.infer<typeof ImportResult>

/** Templates in one call; an import of more takes several. */
export const maxImported = 100

const byId = z.strictObject({ id: z.uuid() })
/** Templates in one call that deletes, restores or labels; more take several. */
export const maxChanged = 500
const byIds = z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxChanged)) })

export const templatesApi = defineApi({
  /** Lists the caller's templates, the Default template first, then those that teammates share. */
  listTemplates: {
    access: 'user',
    extension: true,
    method: 'GET',
    path: '/templates',
    response: z.array(ListedTemplate),
  },
  getTemplate: { access: 'user', method: 'GET', path: '/templates/:id', params: byId, response: Template },
  createTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/add-template',
    body: TemplateDraft,
    response: Template,
  },
  updateTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'PUT',
    path: '/templates/:id',
    params: byId,
    body: TemplateDraft,
    response: Template,
  },
  deleteTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'DELETE',
    path: '/templates/:id',
    params: byId,
    response: z.null(),
  },
  /** Deletes all of them, or none. */
  deleteTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/delete',
    body: byIds,
    response: z.null(),
  },
  /** Restores templates that were deleted within the last day. */
  restoreTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/restore',
    body: byIds,
    response: z.null(),
  },
  /** Adds a copy to the caller's templates, also of one that a teammate shares. */
  duplicateTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/duplicate',
    params: byId,
    response: Template,
  },
  /** Makes the one-click button send it. */
  setDefaultTemplate: {
    access: 'user',
    extension: true,
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/default',
    params: byId,
    response: Template,
  },
  /** Lets the team read it and send with it. */
  shareTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/share',
    params: byId,
    response: Template,
  },
  unshareTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/unshare',
    params: byId,
    response: Template,
  },
  /** Adds and removes labels on all of these templates, or on none. */
  labelTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/labels',
    body: z.extend(byIds, {
      add: labels,
      remove: z.array(label).check(z.maxLength(100)),
    }),
    response: z.null(),
  },
  /** Adds all of these templates, or none. Skips those that the caller has, so that importing again adds nothing. */
  importTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/import',
    body: z.strictObject({ templates: z.array(TemplateContent).check(z.minLength(1), z.maxLength(maxImported)) }),
    response: z.array(ImportResult),
  },
})
