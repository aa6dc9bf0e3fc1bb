import type { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { clientWith, type Fetch } from './api-client.ts'

/**
 * The user and tokens. A refresh needs the last access token too, even an expired one. Only the background sees tokens.
 */
const Session = z.object({
  userId: z.string(),
  email: z.string(),
  refreshToken: z.string(),
  lastAccessToken: z.string(),
})
type Session = z.infer<typeof Session>

export type SessionDeps = {
  persistentArea: StorageArea
  session: StorageArea
  fetch: Fetch
  onUserChange: () => Promise<unknown>
}

/**
 * Creates the extension's session: opened with a pairing code, refreshed once at a time, closed when the server rejects
 * it.
 */
export function createSession({ persistentArea, session, fetch, onUserChange }: SessionDeps) {
  const current = createStoredValue(persistentArea, 'session', z.nullable(Session), null)
  const access = createStoredValue(session, 'accessToken', z.nullable(z.string()), null)
  let refreshing: Promise<string | undefined> | undefined
  let opening: Promise<unknown> = Promise.resolve()

  /** Redeems a pairing code for a session. The previous session ends, also if it was another user's. */
  function open(code: string): Promise<string | undefined> {
    const opened = opening.then(() => openNow(code))
    opening = opened.catch(() => undefined)
    return opened
  }

  async function openNow(code: string): Promise<string | undefined> {
    const previous = await current.read()
    const previousAccess = await access.read()
    const tokens = await clientWith(fetch).extension.openSession({ body: { code } })
    const { userId, email } = await clientWith(fetch, tokens.accessToken).account.getMe()
    if (previous?.userId !== userId) await onUserChange()
    await store({ userId, email }, tokens)
    if (previousAccess)
      await clientWith(fetch, previousAccess)
        .signIn.logout()
        .catch(() => null) // it expires anyway
    return userId
  }

  async function store(
    { userId, email }: Pick<Session, 'userId' | 'email'>,
    { accessToken, refreshToken }: TokenPair,
  ): Promise<void> {
    await current.change(() => ({ userId, email, refreshToken, lastAccessToken: accessToken }))
    await access.change(() => accessToken)
  }

  async function close(): Promise<void> {
    await access.change(() => null)
    await current.change(() => null)
    await onUserChange()
  }

  /** Returns a token for the next call other than the rejected one, or undefined when signed out. */
  async function nextAccessToken(rejected?: string): Promise<string | undefined> {
    const token = await access.read()
    if (token && token !== rejected) return token
    refreshing ??= refresh(rejected).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function refresh(rejected: string | undefined): Promise<string | undefined> {
    const token = await access.read()
    if (token && token !== rejected) return token
    const stored = await current.read()
    if (!stored) return undefined

    try {
      const tokens = await clientWith(fetch, stored.lastAccessToken).signIn.refresh({
        query: { refreshToken: stored.refreshToken },
      })
      await store(stored, tokens)
      return tokens.accessToken
    } catch (error) {
      const isRejected =
        error instanceof Problem && ['not-signed-in', 'not-allowed', 'invalid-input'].includes(error.code)
      if (!isRejected) throw error
      await close()
      return undefined
    }
  }

  return { open, close, nextAccessToken, read: current.read, userId: async () => (await current.read())?.userId }
}
