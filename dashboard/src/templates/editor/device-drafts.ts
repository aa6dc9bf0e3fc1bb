import { draftKeyOf, dropDraft, type KeptDraft, listDrafts } from '../../session/device-drafts.ts'
import { Draft } from '../draft.ts'

const prefixFor = (userId: string, templateId: string | undefined): string =>
  draftKeyOf(userId, `${templateId ?? 'new'}.`)

/** Returns the key of one page for a template, so that two tabs never overwrite each other's text. */
export const pageKeyOf = (userId: string, templateId: string | undefined, pageId: string): string =>
  prefixFor(userId, templateId) + pageId

/** Drops what a user left in an existing template up to a time. New templates without an ID are separate ones. */
export function dropDraftsUntil(at: Date, userId: string, templateId: string): void {
  for (const kept of listDrafts(prefixFor(userId, templateId), Draft)) if (kept.at <= at) dropDraft(kept.key)
}

/** Returns the newest text that a user left unsaved in a template, on this device. */
export const findKeptDraft = (userId: string, templateId: string | undefined): KeptDraft<Draft> | undefined =>
  listDrafts(prefixFor(userId, templateId), Draft).toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]
