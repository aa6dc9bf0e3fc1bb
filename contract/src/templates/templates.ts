import * as z from 'zod/mini'
import { EquipmentClass } from '../boards/equipment.ts'
import { EmailAddress } from '../format/email-address.ts'
import { multiLine, singleLine } from '../format/text.ts'

export const Template = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  template: z.string(), // HTML body with {{placeholders}}
  cc: z.array(z.string()),
  labels: z.array(z.string()),
  /** Whether the one-click button sends it. */
  isDefault: z.boolean(),
  /** For which the one-click button sends it instead of the Default template; older versions know none. */
  equipment: z.optional(z.array(EquipmentClass)),
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

export const Label = singleLine(40, 1)

export const Labels = z.array(Label).check(
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
  labels: Labels,
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

/** Templates in one call that deletes, restores or labels; more take several. */
export const maxChanged = 500
