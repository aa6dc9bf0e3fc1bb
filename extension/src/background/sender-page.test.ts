import { expect, test } from 'vitest'
import * as boardState from '../board-state/board-state.ts'
import * as confirmMessages from '../confirm/confirm-messages.ts'
import { openDashboard } from '../dashboard-pages.ts'
import * as inquiryMessages from '../inquiries/inquiry-messages.ts'
import * as ledgerMessages from '../ledger/ledger-messages.ts'
import type { Answers } from '../message.ts'
import * as popupMessages from '../popup/popup-messages.ts'
import * as readabilityMessages from '../readability/readability-messages.ts'
import * as loadMessages from '../row-memory/load-messages.ts'
import * as bridgeMessages from '../session/bridge-messages.ts'
import { inquiry } from '../testing/open-browser.ts'
import { type AnswersByPage, routeMessage } from './message-router.ts'
import { pageOfSender, type Sender } from './sender-page.ts'

const own = {
  id: 'own-id',
  popupUrl: 'chrome-extension://own-id/popup.html',
  confirmUrl: 'chrome-extension://own-id/confirm.html',
  rowQuestionUrl: 'chrome-extension://own-id/row-question.html',
  ledgerUrl: 'chrome-extension://own-id/ledger.html',
  dashboardOrigin: 'http://127.0.0.1:8080',
}
const from = (url: string, more: Partial<Sender> = {}): Sender => ({
  id: 'own-id',
  frameId: 0,
  tab: {},
  url,
  origin: new URL(url).origin,
  ...more,
})

const sylectus = 'https://www6.sylectus.com/II14_managepostedloads.asp'

test.each<[string, Sender, string | undefined]>([
  ['the dashboard', from('http://127.0.0.1:8080/emailTemplate'), 'bridge'],
  ['the demo board', from('http://127.0.0.1:8080/demo-board/dat-one?still'), 'board'],
  ['the practice board', from('http://127.0.0.1:8080/practice-board'), 'board'],
  ['a board', from('https://one.dat.com/search'), 'board'],
  ['the popup', { id: 'own-id', url: own.popupUrl }, 'popup'],
  ['the confirm page', { id: 'own-id', frameId: 0, tab: {}, url: own.confirmUrl }, 'confirm'],
  ['the page about a row', { id: 'own-id', frameId: 0, tab: {}, url: own.rowQuestionUrl }, 'rowQuestion'],
  ['the ledger', { id: 'own-id', frameId: 0, tab: {}, url: own.ledgerUrl }, 'ledger'],
  ['another extension', from('http://127.0.0.1:8080/', { id: 'other-id' }), undefined],
  ['no extension', { frameId: 0, tab: {}, url: 'http://127.0.0.1:8080/' }, undefined],
  ['a frame on the dashboard', from('http://127.0.0.1:8080/', { frameId: 3 }), undefined],
  ['a frame on a board', from('https://one.dat.com/search', { frameId: 1 }), undefined],
  [
    'a framed board in a page of its own',
    from(sylectus, { frameId: 2, tab: { url: 'https://www6.sylectus.com/Main.aspx' } }),
    'board',
  ],
  [
    'a framed board in a page of another site',
    from(sylectus, { frameId: 2, tab: { url: 'https://evil.example/' } }),
    undefined,
  ],
  ['a framed board in a page that is not known', from(sylectus, { frameId: 2 }), undefined],
  ['another port', from('http://127.0.0.1:8081/'), undefined],
  ['another scheme', from('https://127.0.0.1:8080/'), undefined],
  ["a host that starts like the dashboard's", from('http://127.0.0.1.evil.example:8080/'), undefined],
  ['a subdomain of a board', from('https://evil.one.dat.com/'), undefined],
  ['an unknown demo board', from('http://127.0.0.1:8080/demo-board/other'), undefined],
  ['a development page', from('http://127.0.0.1:8080/dev/inbox'), undefined],
  ['a page whose origin is not that of its URL', from('http://127.0.0.1:8080/', { origin: 'null' }), undefined],
  ['another page of the extension', { id: 'own-id', url: 'chrome-extension://own-id/other.html' }, undefined],
  ['an invalid URL', { id: 'own-id', frameId: 0, tab: {}, url: 'nonsense' }, undefined],
])("%s is recognized by the browser's data about the sender", (_name, sender, kind) => {
  expect(pageOfSender(sender, own)).toBe(kind)
})

/** Answers every message of every kind of page by one handler. */
function answerAllBy(handler: (request: unknown) => Promise<unknown>): AnswersByPage {
  const by = (messages: object): Answers<unknown> =>
    Object.fromEntries(
      Object.values(messages).flatMap((each) => (isMessage(each) ? [[each.kind, [each, handler] as const]] : [])),
    )
  return {
    board: by({ ...boardState, ...inquiryMessages, ...loadMessages, ...rowMessages, openDashboard }),
    bridge: by(bridgeMessages),
    confirm: by(confirmMessages),
    ledger: by(ledgerMessages),
    popup: by({ ...popupMessages, openDashboard }),
    rowQuestion: by(questionMessages),
  }
}
const { getRowQuestion, answerRowQuestion, ...rowMessages } = readabilityMessages
const questionMessages = { getRowQuestion, answerRowQuestion }
const isMessage = (value: unknown): value is typeof openDashboard =>
  'kind' in Object(value) && 'request' in Object(value)

const code = { kind: 'pairing-code', code: 'abc' }
const send = { kind: 'send-inquiry', inquiry: {} }

test.each<[string, Sender, unknown]>([
  ['a board sends a code', from('https://one.dat.com/'), code],
  ['the demo board sends a code', from('http://127.0.0.1:8080/demo-board/dat-one'), code],
  ["the dashboard requests a board's state", from('http://127.0.0.1:8080/'), { kind: 'board-state', board: 'dat-one' }],
  ['a board reads the question', from('https://one.dat.com/'), { kind: 'question' }],
  ['a board answers the question', from('https://one.dat.com/'), { kind: 'confirm-send', inquiry }],
  ['the dashboard answers the question', from('http://127.0.0.1:8080/'), { kind: 'confirm-send', inquiry }],
  ["a board requests the popup's state", from('https://one.dat.com/'), { kind: 'popup-state' }],
  ['an inquiry does not match its schema', from('https://one.dat.com/'), send],
  ['a code is too long', from('http://127.0.0.1:8080/'), { kind: 'pairing-code', code: 'x'.repeat(2001) }],
  ['a message has an unknown field', from('http://127.0.0.1:8080/'), { ...code, more: 1 }],
  ['an unknown site sends a code', from('https://evil.example/'), code],
  ['a message is not an object', from('http://127.0.0.1:8080/'), 'pairing-code'],
])('a message is ignored when %s', (_name, sender, message) => {
  const handled: unknown[] = []
  const handler = async (request: unknown) => handled.push(request)

  const isAnswered = routeMessage(message, sender, own, answerAllBy(handler), () => undefined)

  expect([isAnswered, handled]).toEqual([false, []])
})

test('the dashboard sends a code and gets a response', async () => {
  const response = await new Promise((respond) => {
    const answers = answerAllBy(async (request) => ({ got: request }))
    routeMessage(code, from('http://127.0.0.1:8080/'), own, answers, respond)
  })

  expect(response).toEqual({ got: code })
})

test('the practice board, a page of the dashboard, sends a code too, and reads no question', async () => {
  const practice = from('http://127.0.0.1:8080/practice-board')
  const answers = answerAllBy(async (request) => ({ got: request }))

  const response = await new Promise((respond) => routeMessage(code, practice, own, answers, respond))

  expect(response).toEqual({ got: code })
  expect(routeMessage({ kind: 'question' }, practice, own, answers, () => undefined)).toBe(false)
})

test('[X03] 10,000 forged messages have no effect, whoever sends them and whatever they say', () => {
  const random = createRandom(7)
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T // never empty
  const handled: unknown[] = []
  const handler = async (request: unknown) => handled.push(request)

  for (let round = 0; round < 10_000; round += 1) {
    const { sender, messages } = pick(forgeries)
    const isAnswered = routeMessage(mangle(pick(messages), random), sender, own, answerAllBy(handler), () => undefined)
    if (isAnswered) expect(handled.splice(0), JSON.stringify(sender)).toEqual([])
  }
  expect(handled).toEqual([])
})

const valid = {
  bridge: [code, { kind: 'logged-out' }],
  popup: [{ kind: 'popup-state' }, { kind: 'use-truck', truckId: null }],
  confirm: [{ kind: 'question' }, { kind: 'confirm-send', inquiry }],
  ledger: [{ kind: 'read-ledger' }, { kind: 'clear-ledger' }],
  rowQuestion: [{ kind: 'get-row-question' }, { kind: 'answer-row-question', isYes: true }],
  board: [
    { kind: 'open-dashboard', page: 'home' },
    { kind: 'board-counts', counts: null },
  ],
}
const everyMessage = Object.values(valid).flat()
const strangers: Sender[] = [
  from('https://evil.example/'),
  from('http://127.0.0.1:8080/', { id: 'other-id' }),
  from('http://127.0.0.1:8080/', { frameId: 4 }),
  from('https://one.dat.com/search', { frameId: 2 }),
  from('http://127.0.0.1:9090/demo-board/dat-one'),
  from('http://127.0.0.1:8080/dev/inbox'),
  { id: 'own-id', url: 'chrome-extension://own-id/notice.html' },
  { id: 'own-id', url: 'chrome-extension://other-id/popup.html' },
]

/** Senders, each with messages that it may not send. */
const forgeries: { sender: Sender; messages: unknown[] }[] = [
  ...strangers.map((sender) => ({ sender, messages: everyMessage })),
  {
    sender: from('http://127.0.0.1:8080/'),
    messages: [...valid.popup, ...valid.confirm, ...valid.ledger, ...valid.board],
  },
  {
    sender: from('https://one.dat.com/search'),
    messages: [...valid.bridge, ...valid.popup, ...valid.rowQuestion, ...valid.ledger],
  },
]

/** Returns the message as it is, or with a field added, of another type, or nested. */
function mangle(message: unknown, random: () => number): unknown {
  const way = Math.floor(random() * 6)
  if (way === 0) return { ...Object(message), isAdmin: true }
  if (way === 1) return [message]
  if (way === 2) return JSON.stringify(message)
  if (way === 3) return Object.create(Object(message))
  if (way === 4) return { ...Object(message), kind: [Object(message).kind] }
  return message
}

/** A generator of the same numbers in each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
