import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import { pages } from '@loadping/contract/pages'
import type * as z from 'zod/mini'
import type { BoardFacts } from '../boards/boards.ts'
import { answers, whetherDone } from '../message.ts'
import { type BeforeOutcome, call, type LoadResult, openLoad, save, setOutcome, undoOutcome } from './load-messages.ts'
import { answerOf, type createLoadOutbox } from './load-outbox.ts'
import { isPractice } from './practice.ts'
import type { createRowNotes } from './row-notes.ts'

type Deps = {
  loads: ReturnType<typeof createLoadOutbox>
  client: { loads: Pick<Client['loads'], 'undoLoadChange'> }
  notes: Pick<ReturnType<typeof createRowNotes>, 'add' | 'ofBoard'>
  now: () => Date
  /** Makes the browser wake the worker until what was asked is done. */
  keepSending: () => Promise<unknown>
  /** Opens a page of the dashboard. */
  openPage: (path: string) => Promise<unknown>
}

/** Answers what rows do about their loads, beside emails. Only clicks reach the server. */
export function createLoadAnswers({ loads, client, notes, now, keepSending, openPage }: Deps) {
  async function recordCall({ load, askCents, key }: RequestOf<typeof call>): Promise<LoadResult> {
    await keepSending()
    await notes.add(load, { calledAt: now().toISOString(), ...(askCents && { askCents }) })
    if (isPractice(load)) return 'recorded'
    return resultOf(await answerOf(loads.calls.add({ load, ...(askCents && { askCents }) }, key)))
  }

  async function saveRow({ load, key }: RequestOf<typeof save>): Promise<LoadResult> {
    if (!isPractice(load)) return resultOf(await saveLoad(load, key))
    await notes.add(load, { savedAt: now().toISOString() })
    return 'recorded'
  }

  async function saveLoad(load: PostedLoad, key?: string) {
    await keepSending()
    return answerOf(loads.saves.add({ load }, key))
  }

  async function recordOutcome({ load, outcome, cents, key }: RequestOf<typeof setOutcome>): Promise<BeforeOutcome> {
    if (isPractice(load)) return null
    await keepSending()
    const intent = { about: { load }, outcome, ...(cents && { cents }) }
    const answered = await answerOf(loads.outcomes.add(intent, key))
    if (answered === undefined) return 'waiting'
    return answered === 'rejected' ? null : answered.answer
  }

  /** Opens a load's page, which saves the load if that was not done. */
  async function open(load: PostedLoad): Promise<void> {
    if (isPractice(load)) return void (await openPage(pages.practice))
    const known = (await notes.ofBoard(load.board))[load.boardLoadId]?.loadId
    const saved = known === undefined ? await saveLoad(load) : undefined
    const id = known ?? (typeof saved === 'object' ? saved.answer.id : undefined)
    if (id === undefined) throw new Error('the load could not be saved')
    await openPage(pages.load.replace(':id', id))
  }

  return answers({
    call: [call, (request, _: BoardFacts) => recordCall(request)],
    save: [save, saveRow],
    outcome: [setOutcome, recordOutcome],
    'undo-outcome': [
      undoOutcome,
      ({ before }) => whetherDone(client.loads.undoLoadChange({ body: { before: [before] } })),
    ],
    'open-load': [openLoad, ({ load }) => whetherDone(open(load))],
  })
}

type RequestOf<M extends { request: z.ZodMiniType }> = z.infer<M['request']>

const resultOf = (answered: object | 'rejected' | undefined): LoadResult =>
  answered === undefined ? 'waiting' : answered === 'rejected' ? answered : 'recorded'
