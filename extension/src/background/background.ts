import { type BoardSetting, settingOf } from '@loadping/contract/boards/board-settings'
import { defaultSellByMinutes } from '@loadping/contract/emails/sell-by'
import * as z from 'zod/mini'
import { connectOpenDashboards, registerGrantedBoards, showChangedNotice } from '../access/board-access.ts'
import { createBoardRequests } from '../board-state/board-state-answers.ts'
import { type BoardFacts, boardOf } from '../boards/boards.ts'
import { createConfirmWindow } from '../confirm/confirm-window.ts'
import { createInquirySender } from '../inquiry/send.ts'
import {
  type Account,
  type BoardRequest,
  type BridgeRequest,
  type ConfirmRequest,
  type DashboardPage,
  dashboardPages,
  type Question,
} from '../messages.ts'
import { createPopupRequests } from '../popup/popup-answers.ts'
import { createBoardHealth } from '../readability/board-health.ts'
import { createCapture } from '../readability/readability-answers.ts'
import { createAccountCache } from '../session/account-cache.ts'
import { signedInClient } from '../session/api-client.ts'
import { userIdOf } from '../session/pairing-code.ts'
import { createServerFetch } from '../session/server-fetch.ts'
import { createSession } from '../session/session.ts'
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
  dashboardOrigin,
}
const now = () => new Date()
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const { version } = chrome.runtime.getManifest()
const { fetchFromServer, isOutdated } = createServerFetch(dashboardOrigin, version, sessionArea)

const session = createSession({
  persistentArea,
  session: sessionArea,
  fetch: fetchFromServer,
  onUserChange: clearUserData,
})
const client = signedInClient(fetchFromServer, session.nextAccessToken)
const account = createAccountCache({
  session: sessionArea,
  client,
  isSignedIn: async () => (await session.read()) !== null,
  onLoad: recoverRows,
  now,
})
const boardSettings = createBoardSettings({ persistentArea, extension: client.extension, now })
const inquiries = createInquirySender({
  persistentArea,
  session: sessionArea,
  emails: client.emails,
  userId: session.userId,
  sellByMinutes: async () => (await account.read(Number.POSITIVE_INFINITY))?.sellByMinutes ?? defaultSellByMinutes,
  now,
  newKey: () => crypto.randomUUID(),
  wait,
  isOnline: () => navigator.onLine,
})
const confirmWindow = createConfirmWindow(sessionArea, own.confirmUrl)
const boardRequests = createBoardRequests({
  ...{ client, account, inquiries, confirmWindow, persistentArea, now, wait, isOutdated },
  userId: session.userId,
  newKey: () => crypto.randomUUID(),
  openPage: (path) => chrome.tabs.create({ url: dashboardOrigin + path }),
  keepSending: () => chrome.alarms.create('resume-sends', { periodInMinutes: 0.5 }),
  settingFor,
})
const boardHealth = createBoardHealth({
  persistentArea,
  extension: client.extension,
  maySend: async () => (await session.userId()) !== undefined && (await allowsTechnicalData()),
  now,
})
const capture = createCapture({
  session: sessionArea,
  health: boardHealth,
  extension: client.extension,
  settingOf: async ({ id }) => settingOf(await boardSettings.read((await session.userId()) !== undefined), id),
  isBroker: async () => (await account.read(Number.POSITIVE_INFINITY))?.userType === 'broker',
  questionUrl: own.rowQuestionUrl,
})
const handlePopup = createPopupRequests({
  ...{ session: sessionArea, client, now },
  health: boardHealth,
  readAccount: async (maxAgeMs) => {
    const current = await account.read(maxAgeMs)
    await showInToolbar(current)
    return current
  },
  isSending: inquiries.hasPending,
  isOutdated,
})

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) =>
  routeMessage(
    message,
    sender,
    own,
    {
      board: handleBoardRequest,
      bridge: handleBridgeRequest,
      confirm: handleConfirmRequest,
      capture: (request, page) => capture.handleBoard(request, boardAt(page)),
      rowQuestion: capture.handleQuestion,
      popup: (request) => (request.kind === 'open-dashboard' ? openDashboard(request.page) : handlePopup(request)),
    },
    respond,
  ),
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
  void boardRequests.calls.resume()
  const isIdle = !(await inquiries.hasPending()) && !(await boardRequests.calls.hasWaiting())
  if (isIdle) await chrome.alarms.clear('resume-sends')
  const current = await account.read(60_000)
  await Promise.all([showInToolbar(current), schedulePolling(current !== null)])
}

/** Wakes the worker regularly while the user is signed in, so that a failed email shows even with no tab open. */
async function schedulePolling(isSignedIn: boolean): Promise<void> {
  if (!isSignedIn) return void (await chrome.alarms.clear('poll-status'))
  if (!(await chrome.alarms.get('poll-status'))) await chrome.alarms.create('poll-status', { periodInMinutes: 5 })
}

async function handleBoardRequest(request: BoardRequest, page: URL) {
  if (request.kind === 'open-dashboard') return openDashboard(request.page)
  return boardRequests.handle(request, boardAt(page))
}

function boardAt(page: URL): BoardFacts {
  const board = boardOf(page, dashboardOrigin)
  if (!board) throw new Error('a page must be one of a board')
  return board
}

/** Returns what applies to a board; one that nothing public describes is off until the user has confirmed a row. */
async function settingFor({ id, isUntried }: BoardFacts, isSignedIn: boolean): Promise<BoardSetting> {
  const setting = settingOf(await boardSettings.read(isSignedIn), id)
  const isConfirmed = !isUntried || (await boardHealth.confirmed()).includes(id)
  return { ...setting, isOn: setting.isOn && isConfirmed }
}

async function handleConfirmRequest(request: ConfirmRequest): Promise<Question | { isDone: boolean }> {
  if (request.kind === 'question') {
    const inquiry = await confirmWindow.read()
    return inquiry && boardRequests.explain(inquiry)
  }
  const isDone = await confirmWindow.take(request.inquiry)
  if (isDone) await boardRequests.sendConfirmed(request.inquiry)
  return { isDone }
}

async function handleBridgeRequest(request: BridgeRequest): Promise<null> {
  if (request.kind === 'logged-out') return confirmLogOut()
  const { code } = request
  const userId = await session.userId()
  const isSameUser = userId !== undefined && userIdOf(code) === userId && (await account.read(0)) !== null
  if (!isSameUser) await session.open(code)
  await inquiries.forget('signed-out')
  await onWake()
  return null
}

/** Asks the server whether the session is still active, twice, because the log-out request may still be in flight. */
async function confirmLogOut(): Promise<null> {
  for (const ms of [0, 2_000]) {
    await wait(ms)
    await showInToolbar(await account.read(0))
  }
  return null
}

/** Lets rows be clicked again once a mailbox is connected, or emails are left. */
async function recoverRows(before: Account | undefined, after: Account): Promise<void> {
  const hasEmails = (account: Account | undefined) => account?.emails !== 0
  if (after.accountVerified && before?.accountVerified === false) await inquiries.forget('not-allowed')
  if (hasEmails(after) && before && !hasEmails(before)) await inquiries.forget('limit')
}

async function openDashboard(page: DashboardPage): Promise<null> {
  await chrome.tabs.create({ url: dashboardOrigin + dashboardPages[page] })
  return null
}

async function clearUserData(): Promise<void> {
  boardRequests.clear()
  await Promise.all([inquiries.clearStates(), account.clear(), confirmWindow.clear(), capture.clear()])
  await boardHealth.forgetSent()
  await showInToolbar(null)
}

const DataPermissions = z.object({ data_collection: z.optional(z.array(z.string())) })

/** Firefox lets users refuse technical data when they install; other browsers do not ask. */
async function allowsTechnicalData(): Promise<boolean> {
  const granted: object = await chrome.permissions.getAll()
  const { data_collection: allowed } = DataPermissions.parse(granted)
  return allowed?.includes('technicalAndInteraction') ?? true
}
