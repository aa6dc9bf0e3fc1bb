import { randomUUIDv7 } from 'node:crypto'
import type { UserType } from '@loadping/contract/account/user-type'
import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import { formatCount } from '@loadping/contract/format/counts'
import { findExcess } from '@loadping/contract/templates/body-html'
import { carrierDefaultTemplate, defaultTemplates } from '@loadping/contract/templates/default-template'
import {
  brokerOnlyMessage,
  brokerPlaceholders,
  type TemplateSource,
  unknownMessage,
  unknownPlaceholders,
} from '@loadping/contract/templates/placeholders'
import { freeName } from '@loadping/contract/templates/template-names'
import {
  type ListedTemplate,
  maxLabels,
  maxTemplateLength,
  type Template,
  type TemplateContent,
  type TemplateDraft,
} from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { getEntitlements } from '../billing/billing.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { findTeam, getSharedTemplate, listSharedTemplates, refuseLargeSharing } from './shared-templates.service.ts'
import { cleanBody } from './template-body.ts'
import { sizeBesideBody, sizeOf, templateNotFound, toTemplate } from './template-rows.ts'
import { getUses } from './template-uses.service.ts'
import * as store from './templates.store.ts'

/** Lists the caller's templates, then those that teammates share, each with how often the team sent with it. */
export async function listTemplates(ctx: Context): Promise<ListedTemplate[]> {
  const { userId } = ctx.caller
  const team = await findTeam(ctx)
  const [own, shared, teamUses] = await Promise.all([
    store.listTemplates(ctx.db, { userId }),
    team ? listSharedTemplates(ctx, team) : [],
    team ? getUses(ctx, team.userIds) : undefined,
  ])
  const uses = teamUses ?? new Map(own.map(({ id, sent, lastUsedAt }) => [id, { sent, lastUsedAt }]))
  return [...own.map((row) => toTemplate(ctx, row)), ...shared].map((template) => {
    const { sent, lastUsedAt } = uses.get(template.id) ?? {}
    return { ...template, sent: sent ?? 0, lastUsedAt: (sent && lastUsedAt?.toISOString()) || null }
  })
}

/** Returns one of the caller's templates, or one that a teammate shares. */
export async function getTemplate(ctx: Context, id: string): Promise<Template> {
  const own = await store.findTemplate(ctx.db, ctx.caller.userId, id)
  return own ? toTemplate(ctx, own) : getSharedTemplate(ctx, id)
}

/** Adds a template. Fails without a name, with unknown placeholders or beyond the plan's limit. */
export async function createTemplate(ctx: Context, { id, version, ...draft }: TemplateDraft): Promise<Template> {
  const written = checkNewTemplate(draft, ctx.caller.userType)
  return changeTemplates(ctx, (tx) => addTemplate(tx, written))
}

/** Adds a copy of one of the caller's templates, or of one that a teammate shares. */
export async function duplicateTemplate(ctx: Context, id: string): Promise<Template> {
  const { name, subject, template, cc, labels } = await getTemplate(ctx, id)
  return changeTemplates(ctx, async (tx) => {
    const taken = await store.listTemplates(tx.db, { userId: tx.caller.userId })
    const copy = freeName(
      name,
      taken.map((row) => row.name),
    )
    return addTemplate(tx, { name: copy, subject, template, cc, labels })
  })
}

async function addTemplate(tx: Context, written: TemplateContent): Promise<Template> {
  const row = await store.addTemplate(tx.db, newTemplate(tx, written))
  await refuseOverflow(tx, { isAdding: true })
  return toTemplate(tx, row)
}

export const newTemplate = (ctx: Context, written: TemplateContent): store.NewTemplate => ({
  ...written,
  userId: ctx.caller.userId,
  id: randomUUIDv7(),
  isDefault: false,
  createdAt: ctx.now(),
})

/** Changes the caller's templates in a transaction, one change at a time. */
export const changeTemplates = <T>(ctx: Context, change: (tx: Context) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    await store.lockTemplates(tx.db, tx.caller.userId)
    return change(tx)
  })

/** In bytes, for all templates of a user, which are listed together, and as much again for deleted ones. */
const maxTotalSize = 2_000_000

/** Rejects a change after which the caller's templates are too large, or adding beyond the plan's limit. */
export async function refuseOverflow(tx: Context, { isAdding }: { isAdding: boolean }): Promise<void> {
  const { userId } = tx.caller
  const size = await store.measureTemplates(tx.db, userId)
  if (sizeOf(size) > maxTotalSize)
    throw new Problem('too-large', 'Your templates would take more than 2 MB. Delete one or shorten this one.')
  if (!isAdding) return
  const { limitTempl } = await getEntitlements(tx, userId)
  if (limitTempl === null || size.count <= limitTempl) return
  throw new Problem(
    'plan-limit',
    `Your plan includes ${limitTempl} templates. Upgrade or delete one to add another.`,
    {},
    { left: 0 },
  )
}

/**
 * Saves a new version of a template; without a name it becomes "Default". Fails if it was saved since the version that
 * the draft names.
 */
export async function updateTemplate(ctx: Context, id: string, { id: named, version, ...draft }: TemplateDraft) {
  if (named && named !== id)
    throw new Problem('invalid-input', "Template ID doesn't match the URL.", { id: "Doesn't match the URL" })
  const written = { ...draft, ...cleanTemplate(draft, ctx.caller.userType), name: draft.name || 'Default' }
  return changeTemplates(ctx, async (tx) => {
    const updated = await store.updateTemplate(tx.db, {
      userId: ctx.caller.userId,
      id,
      version,
      written,
      now: ctx.now(),
    })
    if (!updated) throw await refusalOf(tx, id)
    await refuseOverflow(tx, { isAdding: false })
    if (updated.sharedWith !== null) await refuseLargeSharing(tx)
    return toTemplate(tx, updated)
  })
}

async function refusalOf(ctx: Context, id: string): Promise<Problem> {
  const found = await store.findTemplate(ctx.db, ctx.caller.userId, id)
  return found
    ? new Problem('saved-meanwhile', 'This template was saved somewhere else meanwhile.')
    : templateNotFound()
}

/** Makes the template the one that the one-click button sends, instead of the one before. */
export const setDefaultTemplate = (ctx: Context, id: string): Promise<Template> =>
  changeTemplates(ctx, async (tx) => {
    const row = await store.setDefault(tx.db, tx.caller.userId, id)
    if (!row) throw templateNotFound()
    return toTemplate(tx, row)
  })

/** Makes the template the standard for these equipment classes alone, each instead of the one before. */
export const setTemplateEquipment = (ctx: Context, id: string, equipment: EquipmentClass[]): Promise<Template> =>
  changeTemplates(ctx, async (tx) => {
    const row = await store.setEquipment(tx.db, tx.caller.userId, id, [...new Set(equipment)])
    if (!row) throw templateNotFound()
    return toTemplate(tx, row)
  })

/** Deletes templates, all or none. The Default template, which the one-click button needs, stays. */
export const deleteTemplates = (ctx: Context, ids: string[]): Promise<null> =>
  changeTemplates(ctx, async (tx) => {
    const rows = await listOwn(tx, ids)
    if (rows.some(({ deletedAt }) => deletedAt !== null)) throw templateNotFound()
    if (rows.some(({ isDefault }) => isDefault))
      throw new Problem('not-allowed', "You can't delete the Default template: the Email button uses it.")
    await store.setDeletedAt(tx.db, tx.caller.userId, ids, tx.now())
    await store.removeOldestDeleted(tx.db, tx.caller.userId, { maxSize: maxTotalSize, sizeBesideBody })
    return null
  })

/** Undoes the deletion of templates, all or none. Restoring them again changes nothing. */
export const restoreTemplates = (ctx: Context, ids: string[]): Promise<null> =>
  changeTemplates(ctx, async (tx) => {
    const deleted = (await listOwn(tx, ids)).filter(({ deletedAt }) => deletedAt !== null)
    if (deleted.length === 0) return null
    await store.setDeletedAt(tx.db, tx.caller.userId, ids, null)
    await refuseOverflow(tx, { isAdding: true })
    if (deleted.some(({ sharedWith }) => sharedWith !== null)) await refuseLargeSharing(tx)
    return null
  })

const restorableMs = 86_400_000

/** Removes templates that were deleted more than a day ago. */
export const removeDeletedTemplates = (ctx: Deps) =>
  store.removeDeleted(ctx.db, new Date(ctx.now().getTime() - restorableMs))

type LabelChange = { ids: string[]; add: string[]; remove: string[] }

/** Adds and removes labels, on all of these templates or on none. */
export const labelTemplates = (ctx: Context, { ids, add, remove }: LabelChange): Promise<null> =>
  changeTemplates(ctx, async (tx) => {
    const rows = await listOwn(tx, ids)
    if (rows.some(({ deletedAt }) => deletedAt !== null)) throw templateNotFound()
    const changed = await store.changeLabels(tx.db, tx.caller.userId, { ids, add, remove, now: tx.now() })
    if (changed.some(({ labels }) => labels.length > maxLabels))
      throw new Problem('invalid-input', `A template has at most ${maxLabels} labels.`, {
        add: `A template has at most ${maxLabels} labels`,
      })
    return null
  })

async function listOwn(tx: Context, ids: string[]) {
  const rows = await store.listByIds(tx.db, tx.caller.userId, ids)
  if (rows.length < new Set(ids).size) throw templateNotFound()
  return rows
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

/** Gives a user the Default template of their business type, unless theirs was ever edited. Needs a transaction. */
export async function adaptDefaultTemplate(ctx: Deps, userId: string, userType: UserType): Promise<void> {
  const { subject, template } = defaultTemplates[userType]
  const other = defaultTemplates[userType === 'carrier' ? 'broker' : 'carrier']
  await store.replaceDefault(ctx.db, userId, { from: other, to: { subject, template }, now: ctx.now() })
}

/** Whether the caller has a template that differs from those that users start with. */
export async function hasOwnTemplate(ctx: Context): Promise<boolean> {
  const rows = await store.listTemplates(ctx.db, { userId: ctx.caller.userId })
  return rows.some(({ subject, template }) =>
    Object.values(defaultTemplates).every((first) => first.subject !== subject || first.template !== template),
  )
}

/** Cleans and checks a new template, which needs a name. */
export function checkNewTemplate(draft: TemplateContent, userType: UserType | null): TemplateContent {
  if (!draft.name)
    throw new Problem('invalid-input', 'Template name is required', { name: 'Template name is required' })
  return { ...draft, ...cleanTemplate(draft, userType) }
}

/** Cleans and checks what is filled. Placeholders are checked after cleaning, which can join split ones. */
export function cleanTemplate(
  { subject, template: written }: TemplateSource,
  userType: UserType | null,
): TemplateSource {
  const template = cleanBody(written, refuseExcess)
  const fields = Object.fromEntries(
    Object.entries({ subject, template }).flatMap(([field, text]) => {
      const problem = problemOf(text, userType)
      return problem ? [[field, problem]] : []
    }),
  )
  const [first] = Object.values(fields)
  if (first) throw new Problem('invalid-input', first, fields)
  return { subject, template }
}

function problemOf(text: string, userType: UserType | null): string | undefined {
  const unknown = unknownPlaceholders(text)
  if (unknown.length > 0) return unknownMessage(unknown)
  const foreign = userType === 'carrier' ? brokerPlaceholders(text) : []
  return foreign.length > 0 ? brokerOnlyMessage(foreign) : undefined
}

function refuseExcess(html: string): void {
  const isTooLong = html.length > maxTemplateLength
  const excess = isTooLong ? `At most ${formatCount(maxTemplateLength)} characters` : findExcess(html)
  if (excess) throw new Problem('invalid-input', excess, { template: excess })
}

export const deleteTemplatesOf: DeletionStep = ({ db }, { userId }) => store.deleteTemplatesOf(db, userId)
