import { Problem } from '@loadping/contract/problem'
import type { TokenPair } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { createSlot, type StorageArea } from '../stored-value.ts'
import { clientWith, type Fetch } from './api-client.ts'

/**
 * Who the extension acts for. The refresh token gets a new access token, together with the last one, which may have ended: it outlives
 * the browser for that. Neither leaves the background.
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
  whenUserChanges: () => Promise<unknown>
}

/** The extension's own session: opened with a pick-up code of the dashboard, refreshed once at a time, gone when the server refuses it. */
export function createSession({ persistentArea, session, fetch, whenUserChanges }: SessionDeps) {
  const current = createSlot(persistentArea, 'session', z.nullable(Session), null)
  const access = createSlot(session, 'accessToken', z.nullable(z.string()), null)
  let refreshing: Promise<string | undefined> | undefined
  let opening: Promise<unknown> = Promise.resolve()

  /** Trades a pick-up code; the session that was there before ends, also when it was another person's. */
  function open(code: string): Promise<string | undefined> {
    const opened = opening.then(() => openNow(code))
    opening = opened.catch(() => undefined)
    return opened
  }

  async function openNow(code: string): Promise<string | undefined> {
    const before = await current.read()
    const accessBefore = await access.read()
    const tokens = await clientWith(fetch).extension.openSession({ body: { code } })
    const { userId, email } = await clientWith(fetch, tokens.accessToken).account.getMe()
    if (before?.userId !== userId) await whenUserChanges()
    await keep({ userId, email }, tokens)
    if (accessBefore)
      await clientWith(fetch, accessBefore)
        .signIn.logout()
        .catch(() => null) // it ends by itself as well
    return userId
  }

  async function keep(
    { userId, email }: Pick<Session, 'userId' | 'email'>,
    { accessToken, refreshToken }: TokenPair,
  ): Promise<void> {
    await current.change(() => ({ userId, email, refreshToken, lastAccessToken: accessToken }))
    await access.change(() => accessToken)
  }

  async function close(): Promise<void> {
    await access.change(() => null)
    await current.change(() => null)
    await whenUserChanges()
  }

  /** A token for the next call, unlike the one that was refused; nothing when nobody is signed in any more. */
  async function nextAccessToken(refused?: string): Promise<string | undefined> {
    const token = await access.read()
    if (token && token !== refused) return token
    refreshing ??= refresh(refused).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function refresh(refused: string | undefined): Promise<string | undefined> {
    const token = await access.read()
    if (token && token !== refused) return token
    const known = await current.read()
    if (!known) return undefined

    try {
      const tokens = await clientWith(fetch, known.lastAccessToken).signIn.refresh({
        query: { refreshToken: known.refreshToken },
      })
      await keep(known, tokens)
      return tokens.accessToken
    } catch (error) {
      const isRefused =
        error instanceof Problem && ['not-signed-in', 'not-allowed', 'invalid-input'].includes(error.code)
      if (!isRefused) throw error
      await close()
      return undefined
    }
  }

  return { open, close, nextAccessToken, read: current.read, userId: async () => (await current.read())?.userId }
}
