import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { StatedCents } from '@loadping/contract/loads/saved-loads'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import type { CallResult } from './load-messages.ts'

/** A call that the server has not confirmed, with the idempotency key that makes it count once. */
const Call = z.object({
  key: z.string(),
  userId: z.string(),
  load: PostedLoad,
  askCents: z.optional(StatedCents),
  at: z.int(),
})
export type Call = z.infer<typeof Call>

/** How long a call is repeated: the server dates it by its arrival, so a late one would be wrong. */
export const callMinutes = 15
const maxKept = 100

type Deps = {
  persistentArea: StorageArea
  /** Asks the server to count a call. */
  record: (call: Call) => Promise<void>
  userId: () => Promise<string | undefined>
  now: () => Date
  newKey: () => string
  wait: (ms: number) => Promise<void>
}

/** Creates the log of calls, which counts each once, despite lost responses and a worker that ends at any moment. */
export function createCallLog({ persistentArea, record, userId, now, newKey, wait }: Deps) {
  const calls = createStoredValue(persistentArea, 'calls', z.array(Call), [])
  let repeating: Promise<void> | undefined

  /** Adds a call. One that is waiting is repeated until the server has it, for some minutes. */
  async function add(load: PostedLoad, askCents: number | undefined): Promise<CallResult> {
    const owner = await userId()
    if (!owner) return 'rejected'
    const call = { key: newKey(), userId: owner, load, ...(askCents && { askCents }), at: now().getTime() }
    await calls.change((all) => [call, ...all].slice(0, maxKept))
    const result = await request(call)
    if (result === 'waiting') void resume()
    return result
  }

  async function request(call: Call): Promise<CallResult> {
    const result = await record(call).then(
      () => 'recorded' as const,
      (error: unknown) => (mayPass(error) ? ('waiting' as const) : ('rejected' as const)),
    )
    if (result !== 'waiting') await calls.change((all) => all.filter(({ key }) => key !== call.key))
    return result
  }

  /** Repeats the user's calls that the server may not have. */
  function resume(): Promise<void> {
    repeating ??= repeat().finally(() => {
      repeating = undefined
    })
    return repeating
  }

  async function repeat(): Promise<void> {
    for (let pause = 1000; ; pause = Math.min(pause * 2, 20_000)) {
      const [own] = await waiting()
      if (!own) return
      await wait(pause)
      for (const call of await waiting()) await request(call)
    }
  }

  async function waiting(): Promise<Call[]> {
    const owner = await userId()
    const kept = await calls.change((all) => all.filter(({ at }) => now().getTime() - at < callMinutes * 60_000))
    return kept.filter((call) => call.userId === owner)
  }

  return { add, resume, hasWaiting: async (): Promise<boolean> => (await waiting()).length > 0 }
}

/** Whether the same request may succeed later, or has done so already. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof Problem) || ['busy', 'too-many', 'unavailable', 'unexpected', 'not-signed-in'].includes(error.code)
