import { randomUUIDv7 } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import { carrierDefaultTemplate } from '@loadping/contract/rules/default-template'
import { type TemplateSource, unknownMessage, unknownPlaceholders } from '@loadping/contract/rules/placeholders'
import { maxTemplateLength, type Template, type TemplateDraft } from '@loadping/contract/templates'
import { getEntitlements } from '../billing/billing.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { findExcess, sanitizeBody } from './template-body.ts'
import * as store from './templates.store.ts'

export const listTemplates = (ctx: Context): Promise<Template[]> =>
  store.listTemplates(ctx.db, { userId: ctx.caller.userId })

export async function getTemplate(ctx: Context, id: string): Promise<Template> {
  const template = await store.findTemplate(ctx.db, ctx.caller.userId, id)
  if (!template) throw templateNotFound()
  return template
}

/** Adds a template. Fails without a name, with unknown placeholders or beyond the plan's limit. */
export async function createTemplate(ctx: Context, draft: TemplateDraft): Promise<Template> {
  if (!draft.name)
    throw new Problem('invalid-input', 'Template name is required', { name: 'Template name is required' })
  const { userId } = ctx.caller
  const written = checked(draft)
  const id = randomUUIDv7()
  return inTransaction(ctx, async (tx) => {
    await refuseBeyondPlan(tx, userId, await lockOthersWithin(tx, { id, template: written.template }))
    return store.addTemplate(tx.db, { ...written, userId, id, isDefault: false, createdAt: ctx.now() })
  })
}

/** Rejects adding a template beyond the plan's limit; existing ones above it stay usable. */
async function refuseBeyondPlan(ctx: Context, userId: string, others: number): Promise<void> {
  const { limitTempl } = await getEntitlements(ctx, userId)
  if (limitTempl === null || others < limitTempl) return
  throw new Problem(
    'plan-limit',
    `Your plan includes ${limitTempl} templates. Upgrade or delete one to add another.`,
    {},
    { left: 0 },
  )
}

/** In bytes, for all templates of a user, which are listed together. */
const maxTotalSize = 2_000_000
/** Counted for each template beside its body, so that many empty ones fill the total size too. */
const sizeBesideBody = 4_000

/** Locks saving the caller's templates and returns how many others there are. Rejects a body beyond the total size. */
async function lockOthersWithin(ctx: Context, { id, template }: { id: string; template: string }): Promise<number> {
  const { count, bytes } = await store.lockOthers(ctx.db, ctx.caller.userId, id)
  const size = bytes + Buffer.byteLength(template) + (count + 1) * sizeBesideBody
  if (size > maxTotalSize)
    throw new Problem('too-large', 'Your templates would take more than 2 MB. Delete one or shorten this one.')
  return count
}

/** Saves a new version of a template; without a name it becomes "Default". */
export async function updateTemplate(ctx: Context, id: string, draft: TemplateDraft): Promise<Template> {
  if (draft.id && draft.id !== id)
    throw new Problem('invalid-input', "Template ID doesn't match the URL.", { id: "Doesn't match the URL" })
  const written = { ...checked(draft), name: draft.name || 'Default' }
  return inTransaction(ctx, async (tx) => {
    await lockOthersWithin(tx, { id, template: written.template })
    const updated = await store.updateTemplate(tx.db, ctx.caller.userId, id, written, ctx.now())
    if (!updated) throw templateNotFound()
    return updated
  })
}

/** Deletes a template, except the Default template, which the one-click button needs. */
export async function deleteTemplate(ctx: Context, id: string): Promise<null> {
  const { isDefault } = await getTemplate(ctx, id)
  if (isDefault) throw new Problem('not-allowed', "You can't delete the Default template: the Email button uses it.")
  await store.deleteTemplate(ctx.db, ctx.caller.userId, id)
  return null
}

/** Adds the Default template for a new user. */
export const addDefaultTemplate = (ctx: Deps, userId: string) =>
  store.addTemplate(ctx.db, {
    ...carrierDefaultTemplate,
    cc: [],
    labels: [],
    userId,
    id: randomUUIDv7(),
    isDefault: true,
    createdAt: ctx.now(),
  })

const checked = ({ name, subject, template, cc, labels }: TemplateDraft): Omit<TemplateDraft, 'id'> => ({
  name,
  ...cleanTemplate({ subject, template }),
  cc,
  labels,
})

/** Cleans and checks what is filled. Placeholders are checked after cleaning, which can join split ones. */
export function cleanTemplate({ subject, template: written }: TemplateSource): TemplateSource {
  refuseExcess(written)
  const template = sanitizeBody(written)
  refuseExcess(template) // escaping can add more, and what is stored must be accepted again
  const fields = Object.fromEntries(
    Object.entries({ subject, template }).flatMap(([field, text]) => {
      const unknown = unknownPlaceholders(text)
      return unknown.length > 0 ? [[field, unknownMessage(unknown)]] : []
    }),
  )
  const [first] = Object.values(fields)
  if (first) throw new Problem('invalid-input', first, fields)
  return { subject, template }
}

function refuseExcess(html: string): void {
  const isTooLong = html.length > maxTemplateLength
  const excess = isTooLong ? `At most ${maxTemplateLength.toLocaleString('en-US')} characters` : findExcess(html)
  if (excess) throw new Problem('invalid-input', excess, { template: excess })
}

export const templateNotFound = () => new Problem('not-found', 'Template not found.')
