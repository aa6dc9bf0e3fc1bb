import { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { OutcomeKind, StatedCents } from '@loadping/contract/loads/outcomes'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { type Entry, mayPass, type Outbox, type OutboxKind } from '../outbox/outbox.ts'
import { repeatMinutes } from './repeat-minutes.ts'
import type { createRowNotes } from './row-notes.ts'

const About = z.union([z.strictObject({ loadId: z.uuid() }), z.strictObject({ load: PostedLoad })])

const Call = z.object({ load: PostedLoad, askCents: z.optional(StatedCents) })
const Save = z.object({ load: PostedLoad })
const SetOutcome = z.object({ about: About, outcome: OutcomeKind, cents: z.optional(StatedCents) })

/** What the server said, or that it refused. */
type Answer<T> = { answer: T } | 'rejected'

type Deps = {
  outbox: Pick<Outbox, 'register'>
  client: {
    loads: Pick<Client['loads'], 'recordCall' | 'saveLoad'>
    extension: Pick<Client['extension'], 'setOutcome'>
  }
  notes: Pick<ReturnType<typeof createRowNotes>, 'add'>
  now: () => Date
}

/** Creates the kinds of the outbox that are about loads, beside emails: calls, saves and outcomes. */
export function createLoadOutbox({ outbox, client, notes, now }: Deps) {
  const kindOf = <Intent, T>(
    kind: Pick<OutboxKind<Intent, Answer<T>>, 'schema' | 'nameOf' | 'replaces'>,
    request: (entry: Entry<Intent>) => Promise<T>,
    keep: (intent: Intent, answer: T) => Promise<unknown>,
  ): OutboxKind<Intent, Answer<T>> => ({
    ...kind,
    ask: (entry, isOnline) => askInTime(entry, isOnline, now(), request),
    finish: async ({ intent }, answered) => answered !== 'rejected' && keep(intent, answered.answer),
  })

  return {
    calls: outbox.register(
      'call',
      kindOf(
        { schema: Call, nameOf: (_, key) => key, replaces: false },
        ({ key, intent: { load, askCents } }) =>
          client.loads.recordCall({
            headers: { 'idempotency-key': key },
            body: { about: { load }, ...(askCents && { askCents }) },
          }),
        async ({ load }, { loadId }) => loadId && notes.add(load, { loadId }),
      ),
    ),
    saves: outbox.register(
      'save',
      kindOf(
        { schema: Save, nameOf: ({ load }) => postingOf(load), replaces: true },
        ({ intent: { load } }) => client.loads.saveLoad({ body: { load } }), // a load is saved once, with any key
        ({ load }, { id }) => notes.add(load, { savedAt: now().toISOString(), loadId: id }),
      ),
    ),
    outcomes: outbox.register<z.infer<typeof SetOutcome>, Answer<LoadBefore>>(
      'outcome',
      kindOf(
        {
          schema: SetOutcome,
          nameOf: ({ about }) => ('load' in about ? postingOf(about.load) : about.loadId),
          replaces: true,
        },
        ({ key, intent: { about, outcome, cents } }) =>
          client.extension.setOutcome({
            headers: { 'idempotency-key': key },
            body: { about: 'load' in about ? idOf(about.load) : about, outcome, ...(cents && { cents }) },
          }),
        async () => undefined,
      ),
    ),
  }
}

/** Returns what the first try of an intent brought; undefined if it is repeated. */
export async function answerOf<T>(
  adding: Promise<{ first: Promise<Answer<T> | undefined> } | undefined>,
): Promise<Answer<T> | undefined> {
  const added = await adding.catch(() => undefined) // the browser has no room to store it
  return added ? added.first : 'rejected'
}

/** Asks once. Too late, or if the server refuses, the intent ends. */
async function askInTime<Intent, T>(
  entry: Entry<Intent>,
  isOnline: boolean,
  now: Date,
  request: (entry: Entry<Intent>) => Promise<T>,
): Promise<Answer<T> | undefined> {
  if (now.getTime() - entry.createdAt > repeatMinutes * 60_000) return 'rejected'
  if (!isOnline) return undefined
  return request(entry).then(
    (answer) => ({ answer }),
    (error: unknown) => (mayPass(error) || isSignedOut(error) ? undefined : 'rejected'),
  )
}

const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.code === 'not-signed-in'

const idOf = ({ board, boardLoadId }: PostedLoad) => ({ board, boardLoadId })
const postingOf = ({ board, boardLoadId }: PostedLoad): string => `${board}/${boardLoadId}`
