import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { createTaskRunner } from './task-runner.ts'

const Entry = z.object({
  kind: z.string(),
  /** The idempotency key by which the server does it once. */
  key: z.string(),
  userId: z.string(),
  intent: z.unknown(),
  createdAt: z.int(),
  /** How often the server was asked. */
  attempts: z.int(),
})
type StoredEntry = z.infer<typeof Entry>

/** What a user asked for, until the server has answered. */
export type Entry<Intent> = Omit<StoredEntry, 'intent'> & { intent: Intent }

export type OutboxKind<Intent, Answer> = {
  schema: z.ZodMiniType<Intent>
  /** Names what an intent is about. A user has one entry of each name. */
  nameOf: (intent: Intent, key: string) => string
  /** Whether a further intent takes the place of one that waits, rather than being dropped. */
  replaces: boolean
  /**
   * Asks the server once, unless the device is offline. Returns undefined if the entry must be repeated with its key, and
   * an answer also once it is too late to repeat it.
   */
  ask: (entry: Entry<Intent>, isOnline: boolean) => Promise<Answer | undefined>
  /** Keeps an answer, before the entry is forgotten. It may run again for the same answer. */
  finish: (entry: Entry<Intent>, answer: Answer) => Promise<unknown>
}

export type OutboxDeps = {
  /** Outlives the worker and the browser. */
  persistentArea: StorageArea
  /** The id of the signed-in user. */
  userId: () => Promise<string | undefined>
  now: () => Date
  newKey: () => string
  wait: (ms: number) => Promise<void>
  /** Whether this device has a network at all. */
  isOnline: () => boolean
}

type Waiting = { key: string; resolve: (answer: unknown) => void }

/**
 * Creates what does each thing that a user asked for once, despite double clicks, lost responses and a worker that ends
 * at any moment: it writes the intent with its key, repeats it until it is answered, then forgets it.
 */
export function createOutbox({ persistentArea, userId, now, newKey, wait, isOnline }: OutboxDeps) {
  const entries = createStoredValue(persistentArea, 'outbox', z.record(z.string(), Entry), {})
  const kinds = new Map<string, OutboxKind<unknown, unknown>>()
  const waiting = new Map<string, Waiting[]>()
  const { inFlight, start } = createTaskRunner()

  async function deliver(name: string): Promise<void> {
    for (let pause = 1000; ; pause = Math.min(pause * 2, 20_000)) {
      const online = isOnline() // an offline device sends nothing, so nothing can have arrived
      const entry = (online ? await entries.change((all) => countAttempt(all, name)) : await entries.read())[name]
      if (!entry) return // at once, so that an intent that is added now starts another delivery
      const owner = await userId()
      if (owner !== undefined && owner !== entry.userId) return
      const answer = await answerTo(name, entry, online)
      respond(name, entry.key, answer)
      if (answer === undefined) await wait(pause)
    }
  }

  /** Asks for an entry, and forgets one that is answered, or that an earlier version wrote and this one cannot read. */
  async function answerTo(name: string, entry: StoredEntry, online: boolean): Promise<unknown> {
    const kind = kinds.get(entry.kind)
    const isReadable = kind?.schema.safeParse(entry.intent).success === true
    const answer = isReadable ? await kind.ask(entry, online) : null
    if (isReadable && answer !== undefined) await kind.finish(entry, answer)
    if (answer !== undefined) await entries.change((all) => withoutKey(all, name, entry.key))
    return answer
  }

  /** Tells those who wait for the first try of an intent, or of any with this name, what it brought. */
  function respond(name: string, key: string | undefined, answer: unknown): void {
    const all = waiting.get(name) ?? []
    const others = all.filter((each) => key !== undefined && each.key !== key)
    for (const { resolve } of all.filter((each) => !others.includes(each))) resolve(answer)
    if (others.length > 0) waiting.set(name, others)
    else waiting.delete(name)
  }

  const startDelivery = (name: string): void =>
    start(name, () => deliver(name).finally(() => respond(name, undefined, undefined)))

  /** Adds a kind of intents. Those that an earlier worker stored wait for `resume`. */
  function register<Intent, Answer>(kind: string, work: OutboxKind<Intent, Answer>) {
    kinds.set(kind, work as unknown as OutboxKind<unknown, unknown>) // it gets only what its schema reads
    return {
      /**
       * Writes an intent and starts to ask. Returns undefined without a user; else what the first try brings, which is
       * undefined if the intent is repeated. Fails if the browser can store nothing more.
       */
      async add(intent: Intent, key = newKey()): Promise<{ first: Promise<Answer | undefined> } | undefined> {
        const owner = await userId()
        if (!owner) return undefined
        const name = `${owner}/${kind}/${work.nameOf(intent, key)}`
        const fresh = { kind, key, userId: owner, intent, createdAt: now().getTime(), attempts: 0 }
        const stored = await entries.change((all) =>
          work.replaces ? { ...all, [name]: fresh } : { [name]: fresh, ...all },
        )
        const first = new Promise<unknown>((resolve) => {
          waiting.set(name, [...(waiting.get(name) ?? []), { key: stored[name]?.key ?? key, resolve }])
        })
        startDelivery(name)
        return { first: first as Promise<Answer | undefined> } // answers of a kind come from its `ask`
      },
      /** Lists the intents that wait, of all users, and whether this worker is at work on each. */
      async list(): Promise<(Entry<Intent> & { isInFlight: boolean })[]> {
        return Object.entries(await entries.read()).flatMap(([name, entry]) => {
          const { success, data } = work.schema.safeParse(entry.intent)
          return success && entry.kind === kind ? [{ ...entry, intent: data, isInFlight: inFlight.has(name) }] : []
        })
      },
    }
  }

  /** Continues what an earlier worker started. Has no effect on what this worker is already doing. */
  async function resume(): Promise<void> {
    for (const name of await listOwn()) startDelivery(name)
  }

  async function listOwn(): Promise<string[]> {
    const owner = await userId()
    return Object.entries(await entries.read()).flatMap(([name, entry]) => (entry.userId === owner ? [name] : []))
  }

  return { register, resume, hasWaiting: async (): Promise<boolean> => (await listOwn()).length > 0 }
}
export type Outbox = ReturnType<typeof createOutbox>

type Entries = Record<string, StoredEntry>

function countAttempt(all: Entries, name: string): Entries {
  const entry = all[name]
  return entry ? { ...all, [name]: { ...entry, attempts: entry.attempts + 1 } } : all
}

/** Forgets an entry, unless another intent took its place meanwhile. */
function withoutKey(all: Entries, name: string, key: string): Entries {
  if (all[name]?.key !== key) return all
  const { [name]: _forgotten, ...others } = all
  return others
}

/** Whether the same request may succeed later, or has done so already. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof Problem) || ['busy', 'too-many', 'unavailable', 'unexpected'].includes(error.code)
