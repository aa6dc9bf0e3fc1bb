import type { IdentityProvider, RefreshResult } from '../integrations/identity-provider.ts'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { type TestApp, type TestUser, testApp } from './test-app.ts'

/** The provider's next responses and received requests. */
export type Provider = {
  refreshResult: () => RefreshResult | Promise<RefreshResult>
  isUp: boolean
  usedRefreshTokens: string[]
  revoked: string[]
  /** The access tokens of accepted emails. */
  acceptedTokens: string[]
  answer: (accessToken: string) => DeliveryResult
}

const withDefaults = (provider: Provider): Provider =>
  Object.assign(provider, {
    refreshResult: () => ({
      outcome: 'refreshed',
      accessToken: `access ${provider.usedRefreshTokens.length}`,
      seconds: 3_600,
    }),
    isUp: true,
    usedRefreshTokens: [],
    revoked: [],
    acceptedTokens: [],
    answer: () => ({ outcome: 'accepted' }),
  })

export type ProviderApp = { app: TestApp; provider: Provider; reset: () => void }

/**
 * Builds an app with a provider and SMTP servers that accept the password `right`, and know one that Microsoft
 * `switched off`; all emails go to the test mailbox.
 */
export async function providerApp(): Promise<ProviderApp> {
  const provider = withDefaults({
    refreshResult: () => ({ outcome: 'unavailable', reason: '' }),
    isUp: true,
    usedRefreshTokens: [],
    revoked: [],
    acceptedTokens: [],
    answer: () => ({ outcome: 'accepted' }),
  })
  const identity: IdentityProvider = {
    authorizationUrl: async () => new URL('https://accounts.google.example/ask'),
    completeAuth: async () => ({ outcome: 'unavailable', reason: 'not asked here' }),
    administration: { url: 'https://accounts.google.example/admin', clientId: 'loadping' },
    async refreshAccess(refreshToken) {
      provider.usedRefreshTokens.push(refreshToken)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return provider.refreshResult()
    },
    async revoke(refreshToken) {
      if (provider.isUp) provider.revoked.push(refreshToken)
      return provider.isUp
    },
  }
  const app = await testApp({
    change: (deps) => ({
      ...deps,
      identity: { google: identity, outlook: identity },
      mailSenders: {
        google: (accessToken) => ({
          async send(message, beforeData) {
            const answer = provider.answer(accessToken)
            if (answer.outcome !== 'accepted') return answer
            provider.acceptedTokens.push(accessToken)
            return deps.relay.send(message, beforeData)
          },
        }),
        smtp: ({ password }) => ({
          send: async (message, beforeData) =>
            password === 'right'
              ? deps.relay.send(message, beforeData)
              : {
                  outcome: 'unauthorized',
                  reason: '535 5.7.8 Username and Password not accepted',
                  ...(password === 'switched off' && { isLoginOff: true }),
                },
        }),
      },
    }),
  })
  return { app, provider, reset: () => void withDefaults(provider) }
}

/** Connects a Google mailbox as a completed OAuth attempt does. */
export const connectGoogle = (
  { app }: Pick<ProviderApp, 'app'>,
  user: TestUser,
  { credentials = `credentials of ${user.userId}`, address = 'maria@gmail.example' } = {},
) => connectMailbox(app.deps, { userId: user.userId, kind: 'google', address }, credentials)
