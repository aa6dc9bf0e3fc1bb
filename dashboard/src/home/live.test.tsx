import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { emptyHome, maria, renderScreen, signInAs } from '../testing/render.tsx'
import { HomeScreen } from './home-screen.tsx'

type Stream = { url: string; headers: Headers; signal: AbortSignal; send: (text: string) => void; end: () => void }

/** Answers each request for a stream; `status` refuses it. */
function fakeStreams(status = 200): Stream[] {
  const streams: Stream[] = []
  vi.stubGlobal(
    'fetch',
    async (url: string, { headers, signal }: { headers: Record<string, string>; signal: AbortSignal }) => {
      const encoder = new TextEncoder()
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(started) {
          controller = started
        },
      })
      streams.push({
        url,
        headers: new Headers(headers),
        signal,
        send: (text) => controller?.enqueue(encoder.encode(text)),
        end: () => controller?.close(),
      })
      return status === 200 ? new Response(body) : new Response('', { status })
    },
  )
  return streams
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Shows the Dashboard of a server that says how many emails wait, with a version for each number. */
function show() {
  signInAs('maria')
  const server = { version: 5, waiting: 0, asked: 0 }
  const getHome = async () => {
    server.asked++
    const { version, waiting } = server
    return { ...emptyHome, version, emails: { ...emptyHome.emails, waiting } }
  }
  renderScreen(<HomeScreen />, { account: { getMe: async () => maria }, home: { getHome } })
  return server
}

test('[O08] the Dashboard shows what a newer version brings, without a click', async () => {
  const streams = fakeStreams()
  const server = show()
  await screen.findByText('Live')
  expect(streams[0]?.url).toBe('/home/live?version=5')
  expect(streams[0]?.headers.get('authorization')).toBe('Bearer access of maria')

  Object.assign(server, { version: 6, waiting: 1 })
  streams[0]?.send(': ping\n\nda')
  streams[0]?.send('ta: 6\n\n')

  expect(await screen.findByText('1 email waiting to send')).toBeTruthy()
})

test('a version that is shown already is not fetched again', async () => {
  const streams = fakeStreams()
  const server = show()
  await screen.findByText('Live')
  const { asked } = server

  streams[0]?.send('data: 5\n\n')
  Object.assign(server, { version: 6, waiting: 2 })
  streams[0]?.send('data: 6\n\n')
  await screen.findByText('2 emails waiting to send')

  expect(server.asked).toBe(asked + 1)
})

test.each([401, 429, 500])(
  '[O08] without a stream, refused with %i, the Dashboard works and is not called live',
  async (status) => {
    const streams = fakeStreams(status)
    show()

    await screen.findByText(/^Nothing waits for you/)
    await waitFor(() => expect(streams).toHaveLength(1))
    expect(screen.queryByText('Live')).toBeNull()
  },
)

test('[O08] a stream that ends is opened again with the version that is shown then', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(-0.49) // a short wait
  const streams = fakeStreams()
  const server = show()
  await screen.findByText('Live')

  Object.assign(server, { version: 7, waiting: 1 })
  streams[0]?.send('data: 7\n\n')
  await screen.findByText('1 email waiting to send')
  streams[0]?.end()

  await waitFor(() => expect(streams[1]?.url).toBe('/home/live?version=7'))
  expect(await screen.findByText('Live')).toBeTruthy()
})

test('[O08] a page that is hidden closes its stream, and opens one when it is shown again', async () => {
  const streams = fakeStreams()
  show()
  await screen.findByText('Live')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(streams[0]?.signal.aborted).toBe(true))
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))

  await waitFor(() => expect(streams).toHaveLength(2))
})
