import * as z from 'zod/mini'
import { browserStorage } from '../../session/browser-storage.ts'
import { Draft } from '../draft.ts'

/** Unsaved text that is kept on this device, and when it was. */
const KeptDraft = z.object({ draft: Draft, at: z.iso.datetime() })
type KeptDraft = { key: string; draft: Draft; at: Date }

const prefixFor = (userId: string, templateId: string | undefined): string =>
  `${browserStorage.draftPrefix}${userId}.${templateId ?? 'new'}.`

/** Returns the key of one page for a template, so that two tabs never overwrite each other's text. */
export const draftKeyOf = (userId: string, templateId: string | undefined, pageId: string): string =>
  prefixFor(userId, templateId) + pageId

/** Keeps a draft on this device; returns the time, or undefined if it would not outlive the page. */
export function keepDraft(key: string, draft: Draft): Date | undefined {
  const at = new Date()
  browserStorage.write(key, JSON.stringify({ draft, at }))
  return browserStorage.isPersistent(key) ? at : undefined
}

export const dropDraft = (key: string): void => browserStorage.remove(key)

/** Drops what a user left in an existing template up to a time. New templates without an ID are separate ones. */
export function dropDraftsUntil(at: Date, userId: string, templateId: string): void {
  for (const kept of listKept(userId, templateId)) if (kept.at <= at) dropDraft(kept.key)
}

/** Returns the newest text that a user left unsaved in a template, on this device. */
export const findKeptDraft = (userId: string, templateId: string | undefined): KeptDraft | undefined =>
  listKept(userId, templateId).toSorted((one, other) => other.at.getTime() - one.at.getTime())[0]

const listKept = (userId: string, templateId: string | undefined): KeptDraft[] =>
  browserStorage.list(prefixFor(userId, templateId)).flatMap((key) => {
    const found = readKept(browserStorage.read(key))
    return found ? [{ key, draft: found.draft, at: new Date(found.at) }] : []
  })

function readKept(text: string | undefined) {
  try {
    return KeptDraft.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined // Not by this version.
  }
}
