import { expect, test } from 'vitest'
import { routeMessage } from './message-router.ts'
import { pageOfSender, type Sender } from './sender-page.ts'

const own = {
  id: 'own-id',
  popupUrl: 'chrome-extension://own-id/popup.html',
  confirmUrl: 'chrome-extension://own-id/confirm.html',
  rowQuestionUrl: 'chrome-extension://own-id/row-question.html',
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
  ['a board', from('https://one.dat.com/search'), 'board'],
  ['the popup', { id: 'own-id', url: own.popupUrl }, 'popup'],
  ['the confirm page', { id: 'own-id', frameId: 0, tab: {}, url: own.confirmUrl }, 'confirm'],
  ['the page about a row', { id: 'own-id', frameId: 0, tab: {}, url: own.rowQuestionUrl }, 'rowQuestion'],
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

const code = { kind: 'pairing-code', code: 'abc' }
const send = { kind: 'send-inquiry', inquiry: {} }

test.each<[string, Sender, unknown]>([
  ['a board sends a code', from('https://one.dat.com/'), code],
  ['the demo board sends a code', from('http://127.0.0.1:8080/demo-board/dat-one'), code],
  ["the dashboard requests a board's state", from('http://127.0.0.1:8080/'), { kind: 'board-state', board: 'dat-one' }],
  ['a board reads the question', from('https://one.dat.com/'), { kind: 'question' }],
  ['a board answers the question', from('https://one.dat.com/'), { kind: 'confirm-send' }],
  ['the dashboard answers the question', from('http://127.0.0.1:8080/'), { kind: 'confirm-send' }],
  ["a board requests the popup's state", from('https://one.dat.com/'), { kind: 'popup-state' }],
  ['an inquiry does not match its schema', from('https://one.dat.com/'), send],
  ['a code is too long', from('http://127.0.0.1:8080/'), { kind: 'pairing-code', code: 'x'.repeat(2001) }],
  ['a message has an unknown field', from('http://127.0.0.1:8080/'), { ...code, more: 1 }],
  ['an unknown site sends a code', from('https://evil.example/'), code],
  ['a message is not an object', from('http://127.0.0.1:8080/'), 'pairing-code'],
])('a message is ignored when %s', (_name, sender, message) => {
  const handled: unknown[] = []
  const handler = async (request: unknown) => handled.push(request)

  const isAnswered = routeMessage(
    message,
    sender,
    own,
    { board: handler, bridge: handler, capture: handler, rowQuestion: handler, confirm: handler, popup: handler },
    () => undefined,
  )

  expect([isAnswered, handled]).toEqual([false, []])
})

test('the dashboard sends a code and gets a response', async () => {
  const response = await new Promise((respond) => {
    const ignore = async () => undefined
    routeMessage(
      code,
      from('http://127.0.0.1:8080/'),
      own,
      {
        board: ignore,
        bridge: async (request) => ({ got: request }),
        capture: ignore,
        rowQuestion: ignore,
        confirm: ignore,
        popup: ignore,
      },
      respond,
    )
  })

  expect(response).toEqual({ got: code })
})
