import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects the user's templates that are not deleted. */
export const templatesOf = (db: Db, userId: string) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'template', 'cc', 'version'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)

const nameColumns = ['id', 'name', 'isDefault', 'equipment', 'version'] as const

/** Selects a user's templates without their bodies, the default one first, then by name. */
export const templateNames = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('template')
    .select(nameColumns)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('isDefault', 'desc')
    .orderBy('name')
    .orderBy('id')

/** The members of an organization, each with when they joined it. */
export type Sharing = { userIds: string[]; joinedAts: Date[]; organizationId: string | null }

/** Whether a member shares a template, and has been one since. */
export const isSharedIn = ({ userIds, joinedAts, organizationId }: Sharing) =>
  sql<boolean>`user_id = any(${userIds}::uuid[]) and shared_with = ${organizationId}
    and shared_at >= (${joinedAts}::timestamptz[])[array_position(${userIds}::uuid[], user_id)]`

/** Selects the templates that the other members share, without their bodies, by name. */
export const sharedTemplateNames = (db: Db, { callerId, ...team }: Sharing & { callerId: string }) =>
  db
    .selectFrom('template')
    .select([...nameColumns, 'userId'])
    .where(isSharedIn(team))
    .where('userId', '<>', callerId)
    .where('deletedAt', 'is', null)
    .orderBy('name')
    .orderBy('id')

/** Selects a user's templates as they are stored, also those deleted within a day. */
export const ownTemplates = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'template as body', 'cc', 'labels', 'isDefault', 'equipment', 'version'])
    .select(['createdAt', 'updatedAt', 'sharedWith', 'sharedAt', 'deletedAt'])
    .where('userId', '=', userId)

/** Selects how often a user sent with each template. */
export const ownTemplateUses = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('templateUse').select(['templateId', 'sent', 'lastUsedAt']).where('userId', '=', userId)
