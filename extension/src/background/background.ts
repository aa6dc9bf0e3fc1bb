import { type BoardSetting, settingOf } from '@loadping/contract/boards/board-settings'
import { defaultSellByMinutes } from '@loadping/contract/emails/sell-by'
import { openRules, type TeamRules } from '@loadping/contract/team/team-rules'
import * as z from 'zod/mini'
import { connectOpenDashboards, registerGrantedBoards, showChangedNotice } from '../access/board-access.ts'
import { createBoardStateAnswers } from '../board-state/board-state-answers.ts'
import type { BoardFacts } from '../boards/boards.ts'
import { createConfirmAnswers } from '../confirm/confirm-answers.ts'
import { createConfirmWindow } from '../confirm/confirm-window.ts'
import { createDashboardAnswers } from '../dashboard-pages.ts'
import { createFirstSends } from '../inquiries/first-sends.ts'
import { createInquiryAnswers } from '../inquiries/inquiry-answers.ts'
import { createRowTrucks } from '../inquiries/row-trucks.ts'
import { createInquirySender } from '../inquiries/send.ts'
import { createSendQuestions } from '../inquiries/send-questions.ts'
import { createLedger } from '../ledger/ledger.ts'
import { createLedgerAnswers } from '../ledger/ledger-answers.ts'
import { createOutbox } from '../outbox/outbox.ts'
import { createPopupAnswers } from '../popup/popup-answers.ts'
import { createBoardHealth } from '../readability/board-health.ts'
import { createReadability } from '../readability/readability-answers.ts'
import { createCardAnswers } from '../row-memory/card-answers.ts'
import { createLoadAnswers } from '../row-memory/load-answers.ts'
import { createLoadOutbox } from '../row-memory/load-outbox.ts'
import { isPractice } from '../row-memory/practice.ts'
import { createRowNotes } from '../row-memory/row-notes.ts'
import { senderOf } from '../row-memory/sender.ts'
import { createTeamIndex } from '../row-memory/team-index.ts'
import type { Account } from '../session/account.ts'
import { signedInClient } from '../session/api-client.ts'
import { createBridgeAnswers } from '../session/bridge-answers.ts'
import type { Kept } from '../session/kept-state.ts'
import { createPageState } from '../session/page-state.ts'
import { createServerFetch } from '../session/server-fetch.ts'
import { createSession } from '../session/session.ts'
import { withTeamRules } from '../session/team-rules.ts'
import { createBoardSettings } from './board-settings.ts'
import { routeMessage } from './message-router.ts'
import { showInToolbar } from './toolbar.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
const { local: persistentArea, session: sessionArea } = chrome.storage
const own = {
  id: chrome.runtime.id,
  popupUrl: chrome.runtime.getURL('popup.html'),
  confirmUrl: chrome.runtime.getURL('confirm.html'),
  rowQuestionUrl: chrome.runtime.getURL('row-question.html'),
  ledgerUrl: chrome.runtime.getURL('ledger.html'),
  dashboardOrigin,
}
const now = () => new Date()
const newKey = () => crypto.randomUUID()
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const openPage = (path: string) => chrome.tabs.create({ url: dashboardOrigin + path })
/** Makes the browser wake the worker until what was asked is done. */
const keepSending = () => chrome.alarms.create('resume-sends', { periodInMinutes: 0.5 })
const { version } = chrome.runtime.getManifest()
const ledger = createLedger({ area: persistentArea, userId: () => session.userId(), now })
const { fetchFromServer, isOutdated, readRefusal } = createServerFetch({
  origin: dashboardOrigin,
  version,
  session: sessionArea,
  ledger,
})

const session = createSession({
  persistentArea,
  session: sessionArea,
  fetch: fetchFromServer,
  onUserChange: clearUserData,
})
const { userId } = session
const client = withTeamRules(signedInClient(fetchFromServer, session.nextAccessToken), () => readRules())
const pageState = createPageState({
  session: sessionArea,
  extension: client.extension,
  userId,
  onChange: onStateChange,
  now,
  wait,
})
const readAccount = async (maxAgeMs: number): Promise<Account | null> =>
  (await pageState.read(maxAgeMs))?.account ?? null
/** Returns what the managers of the user's team allow, as far as is known. */
const readRules = async (): Promise<TeamRules> =>
  (await pageState.read(Number.POSITIVE_INFINITY))?.state.rules ?? openRules
const boardSettings = createBoardSettings(persistentArea)
const outbox = createOutbox({ persistentArea, userId, now, newKey, wait, isOnline: () => navigator.onLine })
const inquiries = createInquirySender({
  outbox,
  session: sessionArea,
  emails: { ...client.emails, ...client.inquiries, ...client.practice },
  userId,
  sellByMinutes: async () => (await readAccount(Number.POSITIVE_INFINITY))?.sellByMinutes ?? defaultSellByMinutes,
  now,
  wait,
})
const notes = createRowNotes({ persistentArea, userId, now })
const loadOutbox = createLoadOutbox({ outbox, client, notes, now })
const team = createTeamIndex({ extension: client.extension, now })
const firstSends = createFirstSends(persistentArea, userId)
const confirmWindow = createConfirmWindow(sessionArea, own.confirmUrl)
const boardHealth = createBoardHealth({
  persistentArea,
  extension: client.extension,
  maySend: async () => (await userId()) !== undefined && (await allowsTechnicalData()),
  now,
})

const trucks = createRowTrucks({ readState: pageState.read, inquiries, now })
const questions = createSendQuestions({ session: sessionArea, readState: pageState.read, trucks })
const inquiry = createInquiryAnswers({
  inquiries,
  firstSends,
  trucks,
  questions,
  ask: confirmWindow.ask,
  keepSending,
  onSent: async ({ load, expected }) =>
    isPractice(load) || notes.add(load, { emailedAt: now().toISOString(), askCents: expected?.askCents ?? undefined }),
})
const loads = createLoadAnswers({ loads: loadOutbox, client, notes, now, keepSending, openPage })
const cards = createCardAnswers({ readState: pageState.read, inquiries, notes, team, trucks, now })
const readability = createReadability({
  session: sessionArea,
  health: boardHealth,
  extension: client.extension,
  settingOf: ruledSetting,
  isBroker: async () => (await readAccount(Number.POSITIVE_INFINITY))?.userType === 'broker',
  questionUrl: own.rowQuestionUrl,
})
const boardState = createBoardStateAnswers({
  readState: pageState.read,
  ageMs: pageState.ageMs,
  inquiries,
  settingFor,
  notes,
  isOutdated,
  now,
})
const confirm = createConfirmAnswers({
  window: confirmWindow,
  firstSends,
  readAccount,
  readSender: async () => {
    const known = await pageState.read(60_000)
    return known ? senderOf(known) : undefined
  },
  questions,
  truckOf: ({ load, templateId, expected }) => trucks.ofRow(load, templateId, expected),
  send: inquiry.sendConfirmed,
})
const popup = createPopupAnswers({
  session: sessionArea,
  client,
  outcomes: loadOutbox.outcomes,
  keepSending,
  now,
  health: boardHealth,
  readAccount: async (maxAgeMs) => {
    const current = await readAccount(maxAgeMs)
    await showInToolbar(current)
    return current
  },
  isSending: inquiries.hasPending,
  readRefusal,
})
const bridge = createBridgeAnswers({
  session,
  readAccount,
  onConnected: () => inquiries.forget('signed-out').then(onWake),
  showAccount: showInToolbar,
  wait,
})
const ledgerAnswers = createLedgerAnswers({
  ledger,
  readKnown: async () => {
    const known = await pageState.read(Number.POSITIVE_INFINITY)
    return known && { names: namesIn(known), rules: known.state.rules ?? null }
  },
})
const dashboard = createDashboardAnswers(openPage)
const answers = {
  board: { ...boardState, ...inquiry.answers, ...loads, ...cards, ...readability.boardAnswers, ...dashboard },
  bridge,
  confirm,
  ledger: ledgerAnswers,
  rowQuestion: readability.questionAnswers,
  popup: { ...popup, ...dashboard },
}

chrome.runtime.onMessage.addListener((message: unknown, from, respond) =>
  routeMessage(message, from, own, answers, respond),
)
chrome.runtime.onInstalled.addListener(onInstalled)
chrome.runtime.onStartup.addListener(registerGrantedBoards)
chrome.permissions.onAdded.addListener(registerGrantedBoards)
chrome.permissions.onRemoved.addListener(registerGrantedBoards)
chrome.alarms.onAlarm.addListener(onWake)
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
void onWake()

/** Runs after an installation or update, of which open pages and registered scripts know nothing. */
async function onInstalled(): Promise<void> {
  await registerGrantedBoards()
  await Promise.all([showChangedNotice(), connectOpenDashboards()])
}

/** Runs each time the worker starts or an alarm fires. */
async function onWake(): Promise<void> {
  await inquiries.resume()
  const isIdle = !(await inquiries.hasPending()) && !(await outbox.hasWaiting())
  if (isIdle) await chrome.alarms.clear('resume-sends')
  const current = await readAccount(60_000)
  await Promise.all([showInToolbar(current), schedulePolling(current !== null)])
}

/** Wakes the worker regularly while the user is signed in, so that a failed email shows even with no tab open. */
async function schedulePolling(isSignedIn: boolean): Promise<void> {
  if (!isSignedIn) return void (await chrome.alarms.clear('poll-status'))
  if (!(await chrome.alarms.get('poll-status'))) await chrome.alarms.create('poll-status', { periodInMinutes: 5 })
}

/** What applies to the practice board, whatever the operator set for the board that it is built like. */
const builtIn = { version: 0, boards: [] }

/** Returns what the operator set for a board, without the control that the user's team turned off. */
async function ruledSetting({ id, isPractice }: BoardFacts): Promise<BoardSetting> {
  const setting = settingOf(isPractice ? builtIn : await boardSettings.read(), id)
  const { allowsSave } = await readRules()
  return { ...setting, controls: { ...setting.controls, save: setting.controls.save && allowsSave } }
}

/** Returns what applies to a board; one that nothing public describes is off until the user has confirmed a row. */
async function settingFor(board: BoardFacts): Promise<BoardSetting> {
  const { id, isUntried } = board
  const setting = await ruledSetting(board)
  const isConfirmed = !isUntried || (await boardHealth.confirmed()).includes(id)
  return { ...setting, isOn: setting.isOn && isConfirmed }
}

/** Returns the names of the user's templates and trucks by id. */
const namesIn = ({ account, state }: Kept): Record<string, string> =>
  Object.fromEntries([...account.templates, ...(state.trucks ?? [])].map(({ id, name }) => [id, name]))

/** Keeps what the operator set, and lets rows be clicked again once a mailbox is connected, or emails are left. */
async function onStateChange(before: Kept | undefined, { state, account }: Kept): Promise<void> {
  await boardSettings.keep(state.boards)
  const earlier = before?.account
  if (account.accountVerified && earlier?.accountVerified === false) await inquiries.forget('not-allowed')
  if (account.emails !== 0 && earlier?.emails === 0) await inquiries.forget('limit')
}

async function clearUserData(): Promise<void> {
  team.clear()
  await Promise.all([inquiries.clearStates(), pageState.clear(), confirmWindow.clear(), readability.clear()])
  await Promise.all([questions.clear(), boardHealth.forgetSent()])
  await showInToolbar(null)
}

const DataPermissions = z.object({ data_collection: z.optional(z.array(z.string())) })

/** Firefox lets users refuse technical data when they install; other browsers do not ask. */
async function allowsTechnicalData(): Promise<boolean> {
  const granted: object = await chrome.permissions.getAll()
  const { data_collection: allowed } = DataPermissions.parse(granted)
  return allowed?.includes('technicalAndInteraction') ?? true
}
