import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Client } from '@loadping/contract/client'
import { checkRecipient, readFromOf } from '@loadping/contract/emails/recipient-check'
import type { LoadBefore } from '@loadping/contract/loads/saved-loads'
import { pages } from '@loadping/contract/pages'
import { mayHaveLeft } from '../inquiry/inquiry-state.ts'
import type { createInquirySender } from '../inquiry/send.ts'
import type { Account, BoardRequest, CallResult } from '../messages.ts'
import type { StorageArea } from '../stored-value.ts'
import { type Call, createCallLog } from './call-log.ts'
import { describeLoad } from './describe-load.ts'
import type { LoadCard } from './load-card.ts'
import type { createRowNotes, KeptNote } from './row-notes.ts'
import type { createSenderCache } from './sender.ts'
import type { createTeamIndex } from './team-index.ts'

type Deps = {
  client: Client
  account: { read: (maxAgeMs: number) => Promise<Account | null> }
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
export type LoadRequest = Extract<
  BoardRequest,
  { kind: 'describe-load' | 'open-load' | 'call' | 'save' | 'outcome' | 'undo-outcome' }
>

/** Creates what rows ask and do about their loads, beside emails. Only clicks reach the server. */
export function createLoadRequests(deps: Deps) {
  const { client, account, inquiries, notes, team, sender, userId, now, openPage } = deps
  const calls = createCallLog({ ...deps, record: recordCall })

  function handle(request: LoadRequest): Promise<LoadCard | LoadBefore | null | CallResult | { isDone: boolean }> {
    switch (request.kind) {
      case 'describe-load':
        return describe(request.load, request.templateId)
      case 'open-load':
        return done(openLoad(request.load))
      case 'call':
        return call(request.load, request.askCents)
      case 'save':
        return done(save(request.load))
      case 'outcome':
        return setOutcome(client, request).catch(() => null)
      case 'undo-outcome':
        return done(client.loads.undoLoadChange({ body: { before: [request.before] } }))
    }
  }

  /** Matches a load with what is known in this browser. */
  async function describe(load: PostedLoad, templateId: string): Promise<LoadCard | null> {
    const current = await account.read(60_000)
    const template = current?.templates.find(({ id }) => id === templateId)
    if (!template) return null
    const [memory, marks, kept, known] = await Promise.all([
      team.readMemory(),
      team.marksOf(load),
      listNotes(load),
      sender.read(),
    ])
    const to = load.contactEmail
    const recipient =
      memory && to && checkRecipient({ to, readFrom: readFromOf(to, load), load, known: memory.recipients })
    return describeLoad({
      ...{ load, template, marks, sender: known, notes: kept, now: now() },
      ownUserId: (await userId()) ?? '',
      remembered: memory?.recall(load),
      recipient: recipient || undefined,
    })
  }

  /** Lists what the user did about a load, without emails that were undone or failed. */
  async function listNotes(load: PostedLoad): Promise<KeptNote[]> {
    const kept = await notes.ofLoad(load)
    return Promise.all(
      kept.map(async (each) => {
        const state = (await inquiries.listStates(each.board))[each.boardLoadId]
        const { emailedAt, ...others } = each.note
        return mayHaveLeft(state) ? each : { ...each, note: others }
      }),
    )
  }

  async function call(load: PostedLoad, askCents: number | undefined): Promise<CallResult> {
    await deps.keepSending()
    await notes.add(load, { calledAt: now().toISOString(), ...(askCents && { askCents }) })
    return calls.add(load, askCents)
  }

  async function recordCall({ key, load, askCents }: Call): Promise<void> {
    const headers = { 'idempotency-key': key }
    const { loadId } = await client.loads.recordCall({
      headers,
      body: { about: { load }, ...(askCents && { askCents }) },
    })
    if (loadId) await notes.add(load, { loadId })
  }

  async function save(load: PostedLoad): Promise<string> {
    const { id } = await client.loads.saveLoad({ body: { load } })
    await notes.add(load, { savedAt: now().toISOString(), loadId: id })
    return id
  }

  /** Opens a load's page, which saves the load if that was not done. */
  async function openLoad(load: PostedLoad): Promise<void> {
    const known = (await notes.ofBoard(load.board))[load.boardLoadId]?.loadId
    await openPage(pages.load.replace(':id', known ?? (await save(load))))
  }

  return { handle, calls }
}

function setOutcome(client: Client, { load, outcome, cents }: Extract<LoadRequest, { kind: 'outcome' }>) {
  const { board, boardLoadId } = load
  return client.extension.setOutcome({ body: { about: { board, boardLoadId }, outcome, ...(cents && { cents }) } })
}

const done = (work: Promise<unknown>): Promise<{ isDone: boolean }> =>
  work.then(
    () => ({ isDone: true }),
    () => ({ isDone: false }),
  )
