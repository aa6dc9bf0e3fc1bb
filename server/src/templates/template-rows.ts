import type { Template } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import type { Caller, Context } from '../context.ts'
import type { TemplateRow } from './templates.store.ts'

/** Returns a template as the API shows it to its owner, or with `sharedBy` to the owner's teammate. */
export const toTemplate = (
  { caller }: Context,
  {
    userId,
    id,
    name,
    subject,
    template,
    cc,
    labels,
    isDefault,
    equipment,
    version,
    updatedAt,
    ...sharing
  }: TemplateRow,
  sharedBy?: string,
): Template => ({
  id,
  name,
  subject,
  template,
  cc,
  labels,
  isDefault: isDefault && sharedBy === undefined,
  equipment: sharedBy === undefined ? equipment : [],
  version,
  updatedAt: updatedAt.toISOString(),
  isShared: sharedBy !== undefined || isSharedBy(caller, sharing),
  owner: sharedBy === undefined ? null : { userId, name: sharedBy },
})

/** Whether the caller shares a template with the organization, and has been a member since. */
const isSharedBy = (
  { organizationId, joinedAt }: Caller,
  { sharedWith, sharedAt }: Pick<TemplateRow, 'sharedWith' | 'sharedAt'>,
): boolean => sharedAt !== null && joinedAt !== null && sharedWith === organizationId && sharedAt >= joinedAt

export const templateNotFound = () => new Problem('not-found', 'Template not found.')

/** In bytes, counted for each template beside its body, so that many empty ones add up too. */
export const sizeBesideBody = 2_000

/** Returns what templates take in a list, in bytes. */
export const sizeOf = ({ count, bytes }: { count: number; bytes: number }): number => bytes + count * sizeBesideBody
