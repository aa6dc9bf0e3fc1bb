import * as z from 'zod/mini'
import { browserStorage } from '../session/browser-storage.ts'
import { draftKeyOf } from '../session/device-drafts.ts'

const RecentEntry = z.object({ id: z.string(), label: z.string(), aside: z.optional(z.string()) })
export type RecentEntry = z.infer<typeof RecentEntry>

const maxRecent = 5
/** With the drafts, because it names loads and people: Log Out drops both. */
const keyOf = (userId: string): string => draftKeyOf(userId, 'palette')

/** Returns what a user chose last in the palette of this browser, newest first. */
export function readRecent(userId: string): RecentEntry[] {
  try {
    const kept = z.array(RecentEntry).safeParse(JSON.parse(browserStorage.read(keyOf(userId)) ?? '[]'))
    return kept.data ?? []
  } catch {
    return [] // Another program wrote it.
  }
}

export function keepRecent(userId: string, entry: RecentEntry): void {
  const others = readRecent(userId).filter(({ id }) => id !== entry.id)
  browserStorage.write(keyOf(userId), JSON.stringify([entry, ...others].slice(0, maxRecent)))
}
