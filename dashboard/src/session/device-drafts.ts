import * as z from 'zod/mini'
import { browserStorage } from './browser-storage.ts'

/** A text as this device keeps it, and since when. */
export type KeptDraft<Draft> = { key: string; draft: Draft; at: Date }

const prefix = 'loadping.draft.'

/** Returns the key under which a user's text for one place is kept. */
export const draftKeyOf = (userId: string, place: string): string => `${prefix}${userId}.${place}`

/** Keeps a text on this device; returns the time, or undefined if it would not outlive the page. */
export function keepDraft(key: string, draft: unknown): Date | undefined {
  const at = new Date()
  browserStorage.write(key, JSON.stringify({ draft, at }))
  return browserStorage.isPersistent(key) ? at : undefined
}

export const dropDraft = (key: string): void => browserStorage.remove(key)

/** Returns the text of a key; undefined without one, or if another version kept it. */
export function readDraft<Draft>(key: string, schema: z.ZodMiniType<Draft>): KeptDraft<Draft> | undefined {
  const kept = z.object({ draft: schema, at: z.iso.datetime() }).safeParse(parse(browserStorage.read(key))).data
  return kept && { key, draft: kept.draft, at: new Date(kept.at) }
}

/** Drops the texts of all users of this browser. */
export function dropAllDrafts(): void {
  for (const key of browserStorage.list(prefix)) browserStorage.remove(key)
}

/** Lists the texts whose keys have a start. */
export const listDrafts = <Draft>(start: string, schema: z.ZodMiniType<Draft>): KeptDraft<Draft>[] =>
  browserStorage.list(start).flatMap((key) => readDraft(key, schema) ?? [])

function parse(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
