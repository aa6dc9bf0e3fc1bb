import type { Client } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { Kept, mergeState } from './kept-state.ts'

export type PageStateDeps = {
  session: StorageArea
  extension: Pick<Client['extension'], 'getPageState' | 'listTemplateBodies'>
  userId: () => Promise<string | undefined>
  /** Gets what was known before and what is known now. It may get a change again, if the worker ends meanwhile. */
  onChange: (before: Kept | undefined, after: Kept) => Promise<unknown>
  now: () => Date
  wait: (ms: number) => Promise<void>
}

/** How long a page waits for the server while something older is known. */
const patienceMs = 1_000

/** Creates what asks the server for the user's state, for all pages. Keeps it while the server is unreachable. */
export function createPageState({ session, extension, userId, onChange, now, wait }: PageStateDeps) {
  const stored = createStoredValue(session, 'page-state', z.nullable(Kept), null)
  const pause = createPause(now)
  let kept: Kept | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let loading: { owner: string; result: Promise<Kept | null> } | undefined

  /** Returns the state, at most `maxAgeMs` old if the server responds; null if signed out. */
  async function read(maxAgeMs: number): Promise<Kept | null> {
    const owner = await userId()
    if (owner === undefined) return null
    const known = await readKept(owner)
    if (known && (ageMs() < maxAgeMs || pause.isOn())) return known
    if (loading?.owner !== owner) loading = { owner, result: loadOrKnown(owner, known) }
    const { result } = loading
    return known ? Promise.race([result, wait(patienceMs).then(() => known)]) : result
  }

  /** Returns how old the state is. */
  const ageMs = (): number => Math.abs(now().getTime() - readAt)

  /** Returns what is known of a user, also what an earlier worker kept. */
  async function readKept(owner: string): Promise<Kept | undefined> {
    kept ??= (await stored.read()) ?? undefined
    return kept?.userId === owner ? kept : undefined
  }

  async function loadOrKnown(owner: string, known: Kept | undefined): Promise<Kept | null> {
    try {
      const loaded = await load(owner, known)
      pause.end()
      return loaded
    } catch (error) {
      if (error instanceof Problem && error.code === 'not-signed-in') return null
      pause.start()
      return known ?? null
    } finally {
      if (loading?.owner === owner) loading = undefined
    }
  }

  async function load(owner: string, known: Kept | undefined): Promise<Kept | null> {
    const askedAt = now().getTime()
    const version = known?.state.version
    const fresh = await extension.getPageState({ query: version ? { version } : {} })
    const next = fresh ? await mergeState(extension, known, { userId: owner, fresh, now: now() }) : known
    if (!next || owner !== (await userId())) return null
    if (next !== known) await onChange(known, next) // before it is stored: a worker that ends here does it again
    readAt = askedAt
    if (next === known) return known
    kept = next
    await stored.change(() => next).catch(() => undefined) // a later worker asks for it again
    return next
  }

  return {
    read,
    ageMs,
    async clear(): Promise<void> {
      kept = undefined
      loading = undefined
      readAt = Number.NEGATIVE_INFINITY
      pause.end()
      await stored.change(() => null)
    },
  }
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** Creates a pause in which a server that failed is not asked; it doubles with each further failure. */
function createPause(now: () => Date) {
  let failures = 0
  let startedAt = 0

  return {
    isOn(): boolean {
      const lengthMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
      return failures > 0 && Math.abs(now().getTime() - startedAt) < lengthMs
    },
    start(): void {
      failures += 1
      startedAt = now().getTime()
    },
    end(): void {
      failures = 0
    },
  }
}
