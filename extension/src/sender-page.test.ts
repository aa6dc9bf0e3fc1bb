import { expect, test } from 'vitest'
import { routeMessage } from './message-router.ts'
import { pageOfSender, type Sender } from './sender-page.ts'

const own = { id: 'own-id', popupUrl: 'chrome-extension://own-id/popup.html', dashboardOrigin: 'http://127.0.0.1:8080' }
const from = (url: string, more: Partial<Sender> = {}): Sender => ({
  id: 'own-id',
  frameId: 0,
  tab: {},
  url,
  origin: new URL(url).origin,
  ...more,
})

test.each<[string, Sender, string | undefined]>([
  ['the dashboard', from('http://127.0.0.1:8080/emailTemplate'), 'bridge'],
  ['the demo board', from('http://127.0.0.1:8080/demo-board/dat-one?still'), 'board'],
  ['a board', from('https://one.dat.com/search'), 'board'],
  ['the popup', { id: 'own-id', url: own.popupUrl }, 'popup'],
  ['another extension', from('http://127.0.0.1:8080/', { id: 'other-id' }), undefined],
  ['no extension at all', { frameId: 0, tab: {}, url: 'http://127.0.0.1:8080/' }, undefined],
  ['a frame on the dashboard', from('http://127.0.0.1:8080/', { frameId: 3 }), undefined],
  ['a frame on a board', from('https://one.dat.com/search', { frameId: 1 }), undefined],
  ['another port', from('http://127.0.0.1:8081/'), undefined],
  ['another scheme', from('https://127.0.0.1:8080/'), undefined],
  ['a name that begins like the dashboard', from('http://127.0.0.1.evil.example:8080/'), undefined],
  ['a subdomain of a board', from('https://evil.one.dat.com/'), undefined],
  ['an unknown demo board', from('http://127.0.0.1:8080/demo-board/other'), undefined],
  ['a development page', from('http://127.0.0.1:8080/dev/inbox'), undefined],
  ['a page whose origin is not its address', from('http://127.0.0.1:8080/', { origin: 'null' }), undefined],
  ['another page of the extension', { id: 'own-id', url: 'chrome-extension://own-id/other.html' }, undefined],
  ['an address that is none', { id: 'own-id', frameId: 0, tab: {}, url: 'nonsense' }, undefined],
])('%s speaks as what the browser says it is', (_name, sender, kind) => {
  expect(pageOfSender(sender, own)).toBe(kind)
})

const code = { kind: 'pick-up-code', code: 'abc' }
const send = { kind: 'send-inquiry', inquiry: {} }

test.each<[string, Sender, unknown]>([
  ['a board hands over a code', from('https://one.dat.com/'), code],
  ['the demo board hands over a code', from('http://127.0.0.1:8080/demo-board/dat-one'), code],
  ['the dashboard asks for a board’s state', from('http://127.0.0.1:8080/'), { kind: 'board-state', board: 'dat-one' }],
  ['a board asks for the popup’s state', from('https://one.dat.com/'), { kind: 'popup-state' }],
  ['an inquiry is not as agreed', from('https://one.dat.com/'), send],
  ['a code is too long', from('http://127.0.0.1:8080/'), { kind: 'pick-up-code', code: 'x'.repeat(2001) }],
  ['a message carries more than agreed', from('http://127.0.0.1:8080/'), { ...code, more: 1 }],
  ['a stranger hands over a code', from('https://evil.example/'), code],
  ['a message is no object', from('http://127.0.0.1:8080/'), 'pick-up-code'],
])('nothing happens when %s', (_name, sender, message) => {
  const asked: unknown[] = []
  const desk = async (request: unknown) => asked.push(request)

  const isAnswered = routeMessage(message, sender, own, { board: desk, bridge: desk, popup: desk }, () => undefined)

  expect([isAnswered, asked]).toEqual([false, []])
})

test('the dashboard hands over a code and gets an answer', async () => {
  const answer = await new Promise((respond) => {
    const refuse = async () => undefined
    routeMessage(
      code,
      from('http://127.0.0.1:8080/'),
      own,
      { board: refuse, bridge: async (request) => ({ got: request }), popup: refuse },
      respond,
    )
  })

  expect(answer).toEqual({ got: code })
})
