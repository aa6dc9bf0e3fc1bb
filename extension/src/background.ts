import { settingOf } from '@loadping/contract/board-settings'
import type { PostingInquiry } from '@loadping/contract/emails'
import type { BoardId } from '@loadping/contract/loads'
import { registerGrantedBoards } from './board-access.ts'
import { createBoardSettings } from './board-settings.ts'
import { boardOf } from './boards/boards.ts'
import { createConfirmWindow } from './confirm/confirm-window.ts'
import type { InquiryState } from './inquiry/inquiry-state.ts'
import { createInquirySender } from './inquiry/send.ts'
import { routeMessage } from './message-router.ts'
import {
  type BoardRequest,
  type BoardState,
  type BridgeRequest,
  type ConfirmRequest,
  type DashboardPage,
  dashboardPages,
  type PopupRequest,
  type Question,
} from './messages.ts'
import { createAccountCache } from './session/account.ts'
import { signedInClient } from './session/api-client.ts'
import { userIdOf } from './session/pairing-code.ts'
import { createSession } from './session/session.ts'
import { showInToolbar } from './toolbar.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
const { local: persistentArea, session: sessionArea } = chrome.storage
const own = {
  id: chrome.runtime.id,
  popupUrl: chrome.runtime.getURL('popup.html'),
  confirmUrl: chrome.runtime.getURL('confirm.html'),
  dashboardOrigin,
}
const now = () => new Date()
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const fetchFromServer = (path: string, init: RequestInit) => fetch(dashboardOrigin + path, init)

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
  now,
})
const boardSettings = createBoardSettings({ persistentArea, extension: client.extension, now })
const inquiries = createInquirySender({
  persistentArea,
  session: sessionArea,
  emails: client.emails,
  userId: session.userId,
  now,
  newKey: () => crypto.randomUUID(),
  wait,
})
const confirmWindow = createConfirmWindow(sessionArea, own.confirmUrl)

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) =>
  routeMessage(
    message,
    sender,
    own,
    {
      board: handleBoardRequest,
      bridge: handleBridgeRequest,
      confirm: handleConfirmRequest,
      popup: handlePopupRequest,
    },
    respond,
  ),
)
chrome.runtime.onInstalled.addListener(registerGrantedBoards)
chrome.runtime.onStartup.addListener(registerGrantedBoards)
chrome.permissions.onAdded.addListener(registerGrantedBoards)
chrome.permissions.onRemoved.addListener(registerGrantedBoards)
chrome.alarms.onAlarm.addListener(onWake)
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
void onWake()

/** Runs each time the worker starts or an alarm fires. */
async function onWake(): Promise<void> {
  await inquiries.resume()
  if (!(await inquiries.hasPending())) await chrome.alarms.clear('resume-sends')
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
  const board = boardOf(page, dashboardOrigin)?.id
  if (!board) throw new Error('a page must be one of a board')
  if (request.kind === 'board-state') return readBoardState(board)
  if (request.kind === 'undo-inquiry') return (await inquiries.undo(board, request.boardLoadId)) ?? null
  if (request.inquiry.load.board !== board) throw new Error('a page may only send loads of its own board')
  return request.kind === 'send-inquiry' ? send(request.inquiry) : confirmWindow.ask(request.inquiry)
}

async function readBoardState(board: BoardId): Promise<BoardState> {
  const states = await inquiries.listStates(board)
  const isOutdated = Object.values(states).some(({ state }) => ['limit', 'not-allowed', 'changed'].includes(state))
  const current = await account.read(isOutdated ? 2000 : 15_000)
  const setting = settingOf(await boardSettings.read(current !== null), board)
  return { account: current, inquiries: current ? states : {}, setting }
}

async function send(inquiry: PostingInquiry): Promise<InquiryState> {
  await chrome.alarms.create('resume-sends', { periodInMinutes: 0.5 })
  return inquiries.send(inquiry)
}

async function handleConfirmRequest(request: ConfirmRequest): Promise<Question> {
  const inquiry = await (request.kind === 'question' ? confirmWindow.read() : confirmWindow.take())
  if (inquiry && request.kind === 'confirm-send') await send(inquiry)
  const current = await account.read(15_000)
  return inquiry && current && { inquiry, account: current }
}

async function handleBridgeRequest(request: BridgeRequest): Promise<null> {
  if (request.kind === 'logged-out') return confirmLogOut()
  const { code } = request
  const userId = await session.userId()
  const isSameUser = userId !== undefined && userIdOf(code) === userId && (await account.read(0)) !== null
  if (!isSameUser) await session.open(code)
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

async function handlePopupRequest(request: PopupRequest) {
  if (request.kind === 'open-dashboard') return openDashboard(request.page)
  const current = await account.read(0)
  await showInToolbar(current)
  const today =
    current &&
    (await client.home
      .getHome()
      .then((home) => home.today)
      .catch(() => null)) // the popup then shows a dash
  return { account: current, today, isSending: await inquiries.hasPending() }
}

async function openDashboard(page: DashboardPage): Promise<null> {
  await chrome.tabs.create({ url: dashboardOrigin + dashboardPages[page] })
  return null
}

async function clearUserData(): Promise<void> {
  await Promise.all([inquiries.clearStates(), account.clear(), confirmWindow.take()])
  await showInToolbar(null)
}
