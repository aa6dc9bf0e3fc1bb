import { randomUUID } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import { carrierDefaultTemplate } from '@loadping/contract/rules/default-template'
import { unknownPlaceholders } from '@loadping/contract/rules/placeholders'
import type { Template, TemplateDraft } from '@loadping/contract/templates'
import { getEntitlements } from '../billing/billing.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { sanitizeBody } from './template-body.ts'
import * as store from './templates.store.ts'

export const listTemplates = (ctx: Context): Promise<Template[]> => store.listTemplates(ctx.db, ctx.caller.userId)

/** Makes a body safe to mail, whatever was put into it; doing it twice changes nothing more. */
export const cleanBody = (html: string): string => sanitizeBody(html)

export type VersionedTemplate = Template & { version: number }

export async function getTemplate(ctx: Context, id: string): Promise<VersionedTemplate> {
  const template = await store.findTemplate(ctx.db, ctx.caller.userId, id)
  if (!template) throw notFound()
  return template
}

/** Adds a template; without a name, with a placeholder that means nothing, or beyond what the plan includes, it is refused. */
export async function createTemplate(ctx: Context, draft: TemplateDraft): Promise<Template> {
  if (!draft.name)
    throw new Problem('invalid-input', 'Template name is required', { name: 'Template name is required' })
  const { userId } = ctx.caller
  const written = checked(draft)
  return inTransaction(ctx, async (tx) => {
    await refuseBeyondLimit(tx, userId)
    return store.addTemplate(tx.db, { ...written, userId, id: randomUUID(), isDefault: false, createdAt: ctx.now() })
  })
}

/** Templates above the plan's limit stay, and can be used, but none is added (D8.5); of two at once for the last place one is added. */
async function refuseBeyondLimit(ctx: Context, userId: string): Promise<void> {
  const { limitTempl } = await getEntitlements(ctx, userId)
  if (limitTempl === null || (await store.countHeld(ctx.db, userId)) < limitTempl) return
  throw new Problem(
    'plan-limit',
    `Your plan includes ${limitTempl} templates. The ones you have stay and can be used.`,
    {},
    { left: 0 },
  )
}

/** Saves a template as a new version of it; without a name it is called "Default". */
export async function updateTemplate(ctx: Context, id: string, draft: TemplateDraft): Promise<Template> {
  if (draft.id && draft.id !== id)
    throw new Problem('invalid-input', 'The template in the body is another one.', { id: 'Not the one of the address' })
  const updated = await store.updateTemplate(
    ctx.db,
    ctx.caller.userId,
    id,
    { ...checked(draft), name: draft.name || 'Default' },
    ctx.now(),
  )
  if (!updated) throw notFound()
  return updated
}

/** Deletes a template, except the default one: the one-click button always has what it sends. */
export async function deleteTemplate(ctx: Context, id: string): Promise<null> {
  const { isDefault } = await getTemplate(ctx, id)
  if (isDefault) throw new Problem('not-allowed', 'The Default template is what the Email button sends, so it stays.')
  await store.deleteTemplate(ctx.db, ctx.caller.userId, id)
  return null
}

/** Gives a new user the template that the one-click button uses. */
export const addDefaultTemplate = (ctx: Deps, userId: string) =>
  store.addTemplate(ctx.db, {
    ...carrierDefaultTemplate,
    cc: [],
    labels: [],
    userId,
    id: randomUUID(),
    isDefault: true,
    createdAt: ctx.now(),
  })

/** The draft as it is stored. Its names are read after cleaning, which can bring the parts of one together. */
function checked({ name, subject, template: written, cc, labels }: TemplateDraft): Omit<TemplateDraft, 'id'> {
  const template = sanitizeBody(written)
  const fields = Object.fromEntries(
    Object.entries({ subject, template }).flatMap(([field, text]) => {
      const unknown = unknownPlaceholders(text)
      return unknown.length > 0 ? [[field, `Not known: ${unknown.join(', ')}`]] : []
    }),
  )
  const [first] = Object.values(fields)
  if (first) throw new Problem('invalid-input', first, fields)
  return { name, subject, template, cc, labels }
}

const notFound = () => new Problem('not-found', 'There is no such template.')
