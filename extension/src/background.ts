import { registerGrantedBoards } from './board-access.ts'
import { boardOf } from './boards/boards.ts'
import { createInquirySender } from './inquiry/send.ts'
import { routeMessage } from './message-router.ts'
import {
  type BoardRequest,
  type BridgeRequest,
  type DashboardPage,
  dashboardPages,
  type PopupRequest,
} from './messages.ts'
import { createAccountCache } from './session/account.ts'
import { signedInClient } from './session/api-client.ts'
import { personOf } from './session/pairing-code.ts'
import { createSession } from './session/session.ts'
import { showInToolbar } from './toolbar.ts'

const dashboardOrigin = new URL(chrome.runtime.getManifest().homepage_url ?? '').origin
const { local: persistentArea, session: sessionArea } = chrome.storage
const own = { id: chrome.runtime.id, popupUrl: chrome.runtime.getURL('popup.html'), dashboardOrigin }
const now = () => new Date()
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const fetchFromServer = (path: string, init: RequestInit) => fetch(dashboardOrigin + path, init)

const session = createSession({
  persistentArea,
  session: sessionArea,
  fetch: fetchFromServer,
  whenUserChanges: clearUserData,
})
const client = signedInClient(fetchFromServer, session.nextAccessToken)
const account = createAccountCache({
  session: sessionArea,
  client,
  isSignedIn: async () => (await session.read()) !== null,
  now,
})
const inquiries = createInquirySender({
  persistentArea,
  session: sessionArea,
  emails: client.emails,
  userId: session.userId,
  now,
  newKey: () => crypto.randomUUID(),
  wait,
})

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) =>
  routeMessage(message, sender, own, { board: answerBoard, bridge: answerBridge, popup: answerPopup }, respond),
)
chrome.runtime.onInstalled.addListener(registerGrantedBoards)
chrome.runtime.onStartup.addListener(registerGrantedBoards)
chrome.permissions.onAdded.addListener(registerGrantedBoards)
chrome.permissions.onRemoved.addListener(registerGrantedBoards)
chrome.alarms.onAlarm.addListener(goOn)
void chrome.storage.local.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
void goOn()

/** Runs whenever the worker wakes up. */
async function goOn(): Promise<void> {
  await inquiries.resume()
  if (!(await inquiries.hasPending())) await chrome.alarms.clear('go-on')
  const who = await account.read(60_000)
  await Promise.all([showInToolbar(who), keepLooking(who !== null)])
}

/** While somebody is signed in the worker wakes up now and then, so that a failure shows also when no tab is open. */
async function keepLooking(isSignedIn: boolean): Promise<void> {
  if (!isSignedIn) return void (await chrome.alarms.clear('look'))
  if (!(await chrome.alarms.get('look'))) await chrome.alarms.create('look', { periodInMinutes: 5 })
}

async function answerBoard(request: BoardRequest, page: URL) {
  if (request.kind === 'open-dashboard') return openDashboard(request.page)
  const board = boardOf(page, dashboardOrigin)?.id
  if (request.kind === 'board-state') {
    const states = await inquiries.listStates(board ?? '')
    const isHeld = Object.values(states).some(({ state }) => state === 'limit' || state === 'not-allowed')
    const who = await account.read(isHeld ? 2000 : 15_000)
    return { account: who, inquiries: who ? states : {} }
  }
  if (request.kind === 'undo-inquiry') return (await inquiries.undo(board ?? '', request.boardLoadId)) ?? null
  if (request.inquiry.load.board !== board) throw new Error('A page sends the loads of its own board only')

  await chrome.alarms.create('go-on', { periodInMinutes: 0.5 })
  return inquiries.send(request.inquiry)
}

async function answerBridge(request: BridgeRequest): Promise<null> {
  if (request.kind === 'logged-out') return noticeLogOut()
  const { code } = request
  const known = await session.userId()
  const isSamePerson = known !== undefined && personOf(code) === known && (await account.read(0)) !== null
  if (!isSamePerson) await session.open(code)
  await goOn()
  return null
}

/** Asks the server whether the session is still good; a moment later again, because the log-out may still be on its way there. */
async function noticeLogOut(): Promise<null> {
  for (const ms of [0, 2_000]) {
    await wait(ms)
    await showInToolbar(await account.read(0))
  }
  return null
}

async function answerPopup(request: PopupRequest) {
  if (request.kind === 'open-dashboard') return openDashboard(request.page)
  const who = await account.read(0)
  await showInToolbar(who)
  const today =
    who &&
    (await client.home
      .getHome()
      .then((home) => home.today)
      .catch(() => null)) // the popup leaves out what it cannot know
  return { account: who, today, isSending: await inquiries.hasPending() }
}

async function openDashboard(page: DashboardPage): Promise<null> {
  await chrome.tabs.create({ url: dashboardOrigin + dashboardPages[page] })
  return null
}

async function clearUserData(): Promise<void> {
  await Promise.all([inquiries.forgetStates(), account.forget()])
  await showInToolbar(null)
}
