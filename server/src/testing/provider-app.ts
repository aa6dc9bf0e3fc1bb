import type { IdentityProvider, Renewal } from '../integrations/identity-provider.ts'
import type { HandOver } from '../integrations/mailbox.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { type TestApp, type TestUser, testApp } from './test-app.ts'

/** What the provider says next, and what it was asked; `handedOver` are the access tokens with which mail arrived. */
export type Provider = {
  renewal: () => Renewal
  isUp: boolean
  renewed: string[]
  revoked: string[]
  handedOver: string[]
  answer: (accessToken: string) => HandOver
}

const usual = (provider: Provider): Provider =>
  Object.assign(provider, {
    renewal: () => ({ outcome: 'renewed', accessToken: `access ${provider.renewed.length}`, seconds: 3_600 }),
    isUp: true,
    renewed: [],
    revoked: [],
    handedOver: [],
    answer: () => ({ outcome: 'accepted' }),
  })

export type ProviderApp = { app: TestApp; provider: Provider; reset: () => void }

/** An app with a provider, and with servers of people's own that take the password `right`; all mail ends where the test's mailbox takes it. */
export async function providerApp(): Promise<ProviderApp> {
  const provider = usual({
    renewal: () => ({ outcome: 'unavailable', reason: '' }),
    isUp: true,
    renewed: [],
    revoked: [],
    handedOver: [],
    answer: () => ({ outcome: 'accepted' }),
  })
  const identity: IdentityProvider = {
    addressToAsk: async () => new URL('https://accounts.google.example/ask'),
    judge: async () => ({ outcome: 'unavailable', reason: 'not asked here' }),
    async renew(refreshToken) {
      provider.renewed.push(refreshToken)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return provider.renewal()
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
      ownMailboxes: {
        google: (accessToken) => ({
          async handOver(message, beforeText) {
            const answer = provider.answer(accessToken)
            if (answer.outcome !== 'accepted') return answer
            provider.handedOver.push(accessToken)
            return deps.relay.handOver(message, beforeText)
          },
        }),
        smtp: ({ password }) => ({
          handOver: async (message, beforeText) =>
            password === 'right' ? deps.relay.handOver(message, beforeText) : { outcome: 'locked', reason: '535 5.7.8 Username and Password not accepted' },
        }),
      },
    }),
  })
  return { app, provider, reset: () => void usual(provider) }
}

/** Connects a Google mailbox, as the way over the provider does in the end. */
export const connectGoogle = ({ app }: Pick<ProviderApp, 'app'>, user: TestUser, { grant = `grant of ${user.userId}`, address = 'maria@gmail.example' } = {}) =>
  connectMailbox(app.deps, { userId: user.userId, kind: 'google' }, { address, grant, isSelected: true })
