import { liveLimits } from '@loadping/contract/home/live'
import { atHost } from '../session/api-hosts.ts'

type Following = {
  accessToken: string
  /** The version that is shown, asked for at each attempt. */
  shownVersion: () => number
  onVersion: (version: number) => void
  /** Whether changes are heard of now. */
  onLive: (isLive: boolean) => void
}

const retryMs = { first: 2_000, most: 60_000 }
/** After so long without a ping, the connection is taken for dead. */
const silenceMs = liveLimits.pingMs * 2

/** Hears of each newer version of the Dashboard until the returned function is called; connects again after a failure. */
export function followVersions(following: Following): () => void {
  const stopping = new AbortController()
  void keepReading(following, stopping.signal)
  return () => stopping.abort()
}

async function keepReading(following: Following, stopping: AbortSignal): Promise<void> {
  let waitMs = retryMs.first
  while (!stopping.aborted) {
    const wasLive = await readOnce(following, stopping)
    if (stopping.aborted) return
    following.onLive(false)
    waitMs = wasLive ? retryMs.first : Math.min(waitMs * 2, retryMs.most)
    await wait(waitMs * (0.5 + Math.random()), stopping) // at random, so that a server that starts is not asked by all
  }
}

/** Reads one stream to its end. Returns whether it ever was one. */
async function readOnce({ accessToken, shownVersion, ...on }: Following, stopping: AbortSignal): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  let isOpen = false
  try {
    const response = await fetch(atHost(`/home/live?version=${shownVersion()}`), {
      headers: { authorization: `Bearer ${accessToken}` },
      signal: AbortSignal.any([stopping, silence.signal]),
      credentials: 'omit',
    })
    if (!response.ok || !response.body) return false
    isOpen = true
    on.onLive(true)
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return isOpen
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [, version] = /^data: (\d+)$/.exec(line) ?? []
        if (version) on.onVersion(Number(version))
      }
    }
  } catch {
    return isOpen // The connection failed or was silent; polling goes on meanwhile.
  } finally {
    clearTimeout(timer)
  }
}

const wait = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopping.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
