import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import { checkRecipient, readFromOf } from '@loadping/contract/emails/recipient-check'
import { pages } from '@loadping/contract/pages'
import type * as z from 'zod/mini'
import type { BoardFacts } from '../boards/boards.ts'
import { mayHaveLeft } from '../inquiry/inquiry-state.ts'
import type { createInquirySender } from '../inquiry/send.ts'
import { answers, whetherDone } from '../message.ts'
import type { Account } from '../session/account.ts'
import type { StorageArea } from '../stored-value.ts'
import { type Call, createCallLog } from './call-log.ts'
import { describeLoad as describe } from './describe-load.ts'
import type { LoadCard } from './load-card.ts'
import { type CallResult, call, describeLoad, openLoad, save, setOutcome, undoOutcome } from './load-messages.ts'
import type { createRowNotes, KeptNote } from './row-notes.ts'
import type { createSenderCache } from './sender.ts'
import type { createTeamIndex } from './team-index.ts'

type Deps = {
  client: Client
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  notes: ReturnType<typeof createRowNotes>
  team: ReturnType<typeof createTeamIndex>
  sender: ReturnType<typeof createSenderCache>
  userId: () => Promise<string | undefined>
  now: () => Date
  newKey: () => string
  persistentArea: StorageArea
  wait: (ms: number) => Promise<void>
  /** Makes the browser wake the worker until what was asked is done. */
  keepSending: () => Promise<unknown>
  /** Opens a page of the dashboard. */
  openPage: (path: string) => Promise<unknown>
}

/** Answers what rows ask and do about their loads, beside emails. Only clicks reach the server. */
export function createLoadAnswers(deps: Deps) {
  const { client, readAccount, notes, team, sender, userId, now, openPage } = deps
  const calls = createCallLog({ ...deps, record: sendCall })

  /** Matches a load with what is known in this browser. */
  async function readCard(load: PostedLoad, templateId: string): Promise<LoadCard | null> {
    const account = await readAccount(60_000)
    const template = account?.templates.find(({ id }) => id === templateId)
    if (!template) return null
    const [memory, marks, kept, known] = await Promise.all([
      team.readMemory(),
      team.marksOf(load),
      listNotes(load, deps),
      sender.read(),
    ])
    const to = load.contactEmail
    const recipient =
      memory && to && checkRecipient({ to, readFrom: readFromOf(to, load), load, known: memory.recipients })
    return describe({
      load,
      template,
      marks,
      sender: known,
      notes: kept,
      now: now(),
      ownUserId: (await userId()) ?? '',
      remembered: memory?.recall(load),
      recipient: recipient || undefined,
    })
  }

  async function recordCall(load: PostedLoad, askCents: number | undefined): Promise<CallResult> {
    await deps.keepSending()
    await notes.add(load, { calledAt: now().toISOString(), ...(askCents && { askCents }) })
    return calls.add(load, askCents)
  }

  async function sendCall({ key, load, askCents }: Call): Promise<void> {
    const headers = { 'idempotency-key': key }
    const { loadId } = await client.loads.recordCall({
      headers,
      body: { about: { load }, ...(askCents && { askCents }) },
    })
    if (loadId) await notes.add(load, { loadId })
  }

  async function saveLoad(load: PostedLoad): Promise<string> {
    const { id } = await client.loads.saveLoad({ body: { load } })
    await notes.add(load, { savedAt: now().toISOString(), loadId: id })
    return id
  }

  /** Opens a load's page, which saves the load if that was not done. */
  async function open(load: PostedLoad): Promise<void> {
    const known = (await notes.ofBoard(load.board))[load.boardLoadId]?.loadId
    await openPage(pages.load.replace(':id', known ?? (await saveLoad(load))))
  }

  return {
    calls,
    answers: answers({
      call: [call, ({ load, askCents }, _: BoardFacts) => recordCall(load, askCents)],
      save: [save, ({ load }) => whetherDone(saveLoad(load))],
      outcome: [setOutcome, (request) => sendOutcome(client, request).catch(() => null)],
      'undo-outcome': [
        undoOutcome,
        ({ before }) => whetherDone(client.loads.undoLoadChange({ body: { before: [before] } })),
      ],
      'open-load': [openLoad, ({ load }) => whetherDone(open(load))],
      'describe-load': [describeLoad, ({ load, templateId }) => readCard(load, templateId)],
    }),
  }
}

function sendOutcome(client: Client, { load, outcome, cents }: z.infer<(typeof setOutcome)['request']>) {
  const { board, boardLoadId } = load
  return client.extension.setOutcome({ body: { about: { board, boardLoadId }, outcome, ...(cents && { cents }) } })
}

/** Lists what the user did about a load, without emails that were undone or failed. */
async function listNotes(
  load: PostedLoad,
  { notes, inquiries }: Pick<Deps, 'notes' | 'inquiries'>,
): Promise<KeptNote[]> {
  const kept = await notes.ofLoad(load)
  return Promise.all(
    kept.map(async (each) => {
      const state = (await inquiries.listStates(each.board))[each.boardLoadId]
      const { emailedAt, ...others } = each.note
      return mayHaveLeft(state) ? each : { ...each, note: others }
    }),
  )
}
