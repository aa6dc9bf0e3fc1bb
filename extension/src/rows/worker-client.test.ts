import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { InquiryState } from '../inquiries/inquiry-state.ts'
import { createPageLoop, type PageLoop } from '../page/page-loop.ts'
import { type BoardClient, createBoardClient } from './worker-client.ts'

const inquiry = { templateId: 't1', load: { board: 'dat-one', boardLoadId: 'DL1' } } as PostingInquiry
/** What the background knows of emails; it is away without it. */
let background: Record<string, InquiryState> | undefined
const requests: string[] = []

let loop: PageLoop
let client: BoardClient

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
  const sendMessage = async ({ kind }: { kind: string }) => {
    requests.push(kind)
    if (!background) throw new Error('Could not establish connection')
    if (kind === 'board-state') return { ...client.state(), inquiries: background, ageMs: 0 }
    return kind === 'ask-inquiry' ? null : background['DL1']
  }
  vi.stubGlobal('chrome', { runtime: { id: 'extension', sendMessage } })
  loop = createPageLoop()
  client = createBoardClient('dat-one', loop, { onChange: vi.fn() })
  loop.add({ run: client.refresh, pauseMs: client.pauseMs, firstMs: 0, end: () => undefined })
})
afterEach(() => {
  loop.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const shown = () => client.state().inquiries['DL1']

test('a click is repeated until a worker has it, for as long as workers end before they answer', async () => {
  background = undefined
  const sent = client.send(inquiry)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown()).toMatchObject({ state: 'sending' })

  background = { DL1: { state: 'queued', templateId: 't1', emailId: 'e1' } }
  await vi.advanceTimersByTimeAsync(3_000)
  await sent
  expect(shown()).toMatchObject({ state: 'queued', emailId: 'e1' })
})

test('a click that no worker answers may have been sent, until one says whether it has it', async () => {
  for (const [known, then] of [
    [{}, { state: 'failed', reason: "The extension didn't respond." }],
    [{ DL1: { state: 'sent', templateId: 't1' } }, { state: 'sent' }],
  ] as const) {
    background = undefined
    window.dispatchEvent(new Event('pointerdown'))
    const sent = client.send(inquiry)
    await vi.advanceTimersByTimeAsync(30_000)
    await sent
    expect(shown()).toMatchObject({ state: 'unknown', reason: "The extension isn't responding. Reload this page." })

    background = known
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown()).toMatchObject(then)
  }
  expect(requests.filter((kind) => kind === 'send-inquiry')).toHaveLength(2 * 12)
})

test('a question is asked again when a worker ends before it asks', async () => {
  background = undefined
  const asked = client.ask(inquiry, false)
  await vi.advanceTimersByTimeAsync(500)
  expect(questions()).toBeGreaterThan(1)

  background = {}
  await vi.advanceTimersByTimeAsync(3_000)
  const count = questions()
  await asked
  await vi.advanceTimersByTimeAsync(10_000)
  expect(questions()).toBe(count)
})
const questions = () => requests.filter((kind) => kind === 'ask-inquiry').length

test('a state that was read before a click takes nothing from what the click shows', async () => {
  background = {}
  let respond = () => {}
  const send = chrome.runtime.sendMessage
  const late = vi.fn(async (request: { kind: string }) => {
    const response = await send(request)
    await new Promise<void>((resolve) => (respond = resolve))
    return response
  })
  vi.stubGlobal('chrome', { runtime: { id: 'extension', sendMessage: late } })
  void client.refresh()
  vi.stubGlobal('chrome', { runtime: { id: 'extension', sendMessage: send } })

  background = { DL1: { state: 'queued', templateId: 't1', emailId: 'e1' } }
  await client.send(inquiry)
  respond()
  await vi.advanceTimersByTimeAsync(100)
  expect(shown()).toMatchObject({ state: 'queued' })
})

test('a click after the extension was updated says that the page must be reloaded', async () => {
  const sendMessage = () => {
    throw new Error('Extension context invalidated.')
  }
  vi.stubGlobal('chrome', { runtime: { sendMessage } })
  await client.send(inquiry)

  expect(shown()).toMatchObject({ state: 'unknown', reason: "The extension isn't responding. Reload this page." })
})

test('while a question of the extension is open, its row shows within a second what was answered', async () => {
  background = { DL1: { state: 'undone', templateId: 't1' } }
  await client.ask(inquiry, false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(shown()).toMatchObject({ state: 'undone' })

  background = { DL1: { state: 'queued', templateId: 't1', emailId: 'e1' } }
  await vi.advanceTimersByTimeAsync(1_000)
  expect(shown()).toMatchObject({ state: 'queued' })
})
