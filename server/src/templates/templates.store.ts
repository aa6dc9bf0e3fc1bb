import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { TemplateContent } from '@loadping/contract/templates/templates'
import { type Selectable, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import { isSharedIn, type Sharing } from './templates.reads.ts'

export type TemplateRow = Selectable<Tables['template']>

/** Lists a user's templates with their own uses of each, the default one first, then by name. */
export const listTemplates = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('template')
    .leftJoin('templateUse', (join) =>
      join.onRef('templateUse.userId', '=', 'template.userId').onRef('templateUse.templateId', '=', 'template.id'),
    )
    .selectAll('template')
    .select(['sent', 'lastUsedAt'])
    .where('template.userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('isDefault', 'desc')
    .orderBy('name')
    .orderBy('id'),
)

/** Makes changes of a user's templates wait for each other until commit. */
export const lockTemplates = (db: Db, userId: string) => lockName(db, `templates ${userId}`)

/** Counts a user's templates and the bytes of their bodies. */
export const measureTemplates = (db: Db, userId: string): Promise<Size> =>
  selectSize(db).where('userId', '=', userId).executeTakeFirstOrThrow()

type Size = { count: number; bytes: number }

const selectSize = (db: Db) =>
  db
    .selectFrom('template')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.fn('octet_length', ['template'])), sql<number>`0`).as('bytes'),
    ])
    .where('deletedAt', 'is', null)

export const findTemplate = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('template')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Lists those of a user's templates, deleted ones included. */
export const listByIds = (db: Db, userId: string, ids: string[]) =>
  db
    .selectFrom('template')
    .select(['isDefault', 'sharedWith', 'deletedAt'])
    .where('userId', '=', userId)
    .where(hasIdOf(ids))
    .execute()

export type NewTemplate = TemplateContent & { userId: string; id: string; isDefault: boolean; createdAt: Date }

export const addTemplate = (db: Db, template: NewTemplate) =>
  db
    .insertInto('template')
    .values({ ...template, updatedAt: template.createdAt })
    .returningAll()
    .executeTakeFirstOrThrow()

export const addTemplates = (db: Db, templates: NewTemplate[]) =>
  db
    .insertInto('template')
    .values(templates.map((template) => ({ ...template, updatedAt: template.createdAt })))
    .execute()

type Update = { userId: string; id: string; version: number | undefined; written: TemplateContent; now: Date }

/** Updates a template, with a version only if that is its newest. */
export const updateTemplate = (db: Db, { userId, id, version, written, now }: Update) =>
  db
    .updateTable('template')
    .set((eb) => ({ ...written, updatedAt: now, version: eb('version', '+', 1) }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
    .returningAll()
    .executeTakeFirst()

type Text = Pick<TemplateContent, 'subject' | 'template'>

/** Replaces the texts of a user's Default template, if they are exactly these. */
export const replaceDefault = (db: Db, userId: string, { from, to, now }: { from: Text; to: Text; now: Date }) =>
  db
    .updateTable('template')
    .set((eb) => ({ ...to, updatedAt: now, version: eb('version', '+', 1) }))
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .where('subject', '=', from.subject)
    .where('template', '=', from.template)
    .execute()

type LabelChange = { ids: string[]; add: string[]; remove: string[]; now: Date }

/** Removes and adds labels on those of a user's templates that this changes. Returns their labels. */
export async function changeLabels(db: Db, userId: string, { ids, add, remove, now }: LabelChange) {
  const { rows } = await sql<{ labels: string[] }>`update template set
      labels = array(select label from unnest(labels) as label where label <> all(${remove}::text[]))
        || array(select label from unnest(${add}::text[]) as label where label <> all(labels)),
      version = version + 1, updated_at = ${now}
    where user_id = ${userId} and id = any(${ids}::uuid[]) and (not labels @> ${add} or labels && ${remove})
    returning labels`.execute(db)
  return rows
}

/** Makes the user's template the default instead of the one that was. Lock their templates first. */
export async function setDefault(db: Db, userId: string, id: string): Promise<TemplateRow | undefined> {
  await db
    .updateTable('template')
    .set({ isDefault: false })
    .where('userId', '=', userId)
    .where('isDefault', '=', true)
    .execute()
  return setColumns(db, userId, id, { isDefault: true })
}

/** Makes the user's template the standard for these classes, which leave their others. Lock their templates first. */
export async function setEquipment(db: Db, userId: string, id: string, equipment: EquipmentClass[]) {
  await sql`update template
    set equipment = array(select class from unnest(equipment) as class where class <> all(${equipment}::text[]))
    where user_id = ${userId} and equipment && ${equipment}::text[]`.execute(db)
  return setColumns(db, userId, id, { equipment })
}

type SharingColumns = { sharedWith: string | null; sharedAt: Date | null }

export const setSharing = (db: Db, userId: string, id: string, columns: SharingColumns) =>
  setColumns(db, userId, id, columns)

const setColumns = (
  db: Db,
  userId: string,
  id: string,
  columns: { isDefault: true } | { equipment: EquipmentClass[] } | SharingColumns,
): Promise<TemplateRow | undefined> =>
  db
    .updateTable('template')
    .set(columns)
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Marks a user's templates as deleted at this time, or with null as not deleted. */
export const setDeletedAt = (db: Db, userId: string, ids: string[], deletedAt: Date | null) =>
  db.updateTable('template').set({ deletedAt }).where('userId', '=', userId).where(hasIdOf(ids)).execute()

/** Removes a user's deleted templates, the oldest first, until the rest take at most `maxSize` bytes. */
export const removeOldestDeleted = (db: Db, userId: string, { maxSize, sizeBesideBody }: DeletedLimit) =>
  sql`delete from template where user_id = ${userId} and id in (
    select id from (
      select id, sum(octet_length(template) + ${sizeBesideBody}::int) over (order by deleted_at desc, id) as size
      from template where user_id = ${userId} and deleted_at is not null
    ) as deleted where size > ${maxSize})`.execute(db)

type DeletedLimit = { maxSize: number; sizeBesideBody: number }

/** Removes the templates of all users that were deleted before this time. */
export const removeDeleted = (db: Db, before: Date) =>
  db.deleteFrom('template').where('deletedAt', '<', before).execute()

/** Lists the templates that the other members share, by name. */
export const listShared = compileOnce((db, { callerId, ...team }: Sharing & { callerId: string }) =>
  db
    .selectFrom('template')
    .selectAll()
    .where(isSharedIn(team))
    .where('userId', '<>', callerId)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id'),
)

export const findShared = (db: Db, team: Sharing, id: string) =>
  db
    .selectFrom('template')
    .selectAll()
    .where(isSharedIn(team))
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()

/** Locks sharing with an organization until commit. */
export const lockSharing = (db: Db, organizationId: string) => lockName(db, `shared templates ${organizationId}`)

/** Counts the templates that the members share, and the bytes of their bodies. */
export const measureShared = (db: Db, team: Sharing): Promise<Size> =>
  selectSize(db).where(isSharedIn(team)).executeTakeFirstOrThrow()

const hasIdOf = (ids: string[]) => sql<boolean>`id = any(${ids}::uuid[])`

export const deleteTemplatesOf = (db: Db, userId: string) =>
  db.deleteFrom('template').where('userId', '=', userId).execute()
