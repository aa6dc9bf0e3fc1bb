import type { Client } from '@loadping/contract/client'
import type { HomeSummary } from '@loadping/contract/home/home'
import { LoadBefore } from '@loadping/contract/loads/load-status'
import * as z from 'zod/mini'
import { answers, type Done, whetherDone } from '../message.ts'
import type { createBoardHealth } from '../readability/board-health.ts'
import { type BeforeOutcome, undoOutcome } from '../row-memory/load-messages.ts'
import { answerOf, type createLoadOutbox } from '../row-memory/load-outbox.ts'
import type { Account } from '../session/account.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { getPopupState, type PopupState, recordOutcome, useTemplate, useTruck } from './popup-messages.ts'
import { answerTakeBacks, noTrucks, orNull, readTrucks } from './truck-answers.ts'

/** How long a popup that was closed offers to undo the last outcome. */
const undoMs = 60_000

type Deps = {
  session: StorageArea
  client: Client
  outcomes: Pick<ReturnType<typeof createLoadOutbox>['outcomes'], 'add'>
  /** Makes the browser wake the worker until what was asked is done. */
  keepSending: () => Promise<unknown>
  now: () => Date
  health: Pick<ReturnType<typeof createBoardHealth>, 'list' | 'confirmed'>
  /** Returns the account, at most this old. */
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  isSending: () => Promise<boolean>
  readRefusal: () => Promise<string | null>
}

type Recorded = z.infer<(typeof recordOutcome)['request']>

/** Answers the popup: an outcome and its undo as a row gets them, else the state that the server now has. */
export function createPopupAnswers(deps: Deps) {
  const { session, client, outcomes, keepSending, now, health, readAccount, isSending, readRefusal } = deps
  const lastOutcome = createStoredValue(
    session,
    'last-outcome',
    z.nullable(z.object({ before: LoadBefore, at: z.int() })),
    null,
  )

  async function record({ loadId, outcome, cents }: Recorded): Promise<BeforeOutcome> {
    await keepSending()
    const answered = await answerOf(outcomes.add({ about: { loadId }, outcome, ...(cents && { cents }) }))
    if (answered === undefined) return 'waiting'
    if (answered === 'rejected') return null
    await lastOutcome.change(() => ({ before: answered.answer, at: now().getTime() }))
    return answered.answer
  }

  async function undo(before: LoadBefore): Promise<Done> {
    const { isDone } = await whetherDone(client.loads.undoLoadChange({ body: { before: [before] } }))
    if (isDone) await lastOutcome.change(() => null)
    return { isDone }
  }

  /** Returns what the last outcome replaced, for as long as it can be undone. */
  async function readUndo(): Promise<LoadBefore | null> {
    const last = await lastOutcome.read()
    return last && now().getTime() - last.at < undoMs ? last.before : null
  }

  async function readState(): Promise<PopupState> {
    const known = await readAccount(0)
    const refusal = await readRefusal()
    const account = refusal === null ? known : null
    const [home, info] = account
      ? await Promise.all([orNull(client.home.getHome({ query: {} })), orNull(client.account.getUserInfo())])
      : [null, null]
    const userType = info?.userType ?? 'carrier'
    const ofTrucks = account && userType === 'carrier' ? await readTrucks(client) : noTrucks
    return {
      account,
      userType,
      home: home && homeOf(home),
      undo: account && (await readUndo()),
      ...ofTrucks,
      health: await health.list(),
      confirmed: await health.confirmed(),
      isSending: await isSending(),
      refusal,
    }
  }

  const ofPopup = answers({
    'popup-state': [getPopupState, readState],
    'use-template': [
      useTemplate,
      async ({ templateId }) => {
        await client.templates.setDefaultTemplate({ params: { id: templateId } })
        return readState()
      },
    ],
    'use-truck': [
      useTruck,
      async ({ truckId }) => {
        await client.trucks.chooseTruck({ body: { truckId } })
        return readState()
      },
    ],
    'set-outcome': [recordOutcome, record],
    'undo-outcome': [undoOutcome, ({ before }) => undo(before)],
  })
  return { ...ofPopup, ...answerTakeBacks(client) }
}

const homeOf = ({ today, recentContacts, emails, mailbox }: HomeSummary): PopupState['home'] => ({
  today,
  recentContacts: recentContacts.slice(0, 3),
  emails,
  mailbox,
})
