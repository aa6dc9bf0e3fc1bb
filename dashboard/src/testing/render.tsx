import type { User } from '@loadping/contract/account'
import { type Client, createClient } from '@loadping/contract/client'
import type { Template } from '@loadping/contract/templates'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { afterEach } from 'vitest'
import { ApiContext } from '../api.ts'
import { createQueryClient } from '../query-client.ts'
import { routes } from '../router.tsx'
import { endSession, storeTokens } from '../session/session.ts'
import { Toaster } from '../ui/toast.tsx'

/** Answers for some calls, typed by the contract; a call without one fails the way a broken line does. */
export type FakeApi = { [Feature in keyof Client]?: Partial<Client[Feature]> }

const unanswered = createClient(({ method, path }) => Promise.reject(new Error(`${method} ${path} has no fake answer`)))

const fakeClient = (fake: FakeApi): Client => ({
  signIn: { ...unanswered.signIn, ...fake.signIn },
  account: { ...unanswered.account, ...fake.account },
  templates: { ...unanswered.templates, ...fake.templates },
  emails: { ...unanswered.emails, ...fake.emails },
  home: { ...unanswered.home, ...fake.home },
  extension: { ...unanswered.extension, ...fake.extension },
  sessions: { ...unanswered.sessions, ...fake.sessions },
  team: { ...unanswered.team, ...fake.team },
  telemetry: { ...unanswered.telemetry, ...fake.telemetry },
})

/** Shows one screen, as if it stood at `/`. */
export const renderScreen = (element: ReactElement, fake: FakeApi) => renderRoutes([{ path: '*', element }], '/', fake)

/** Shows the whole app at an address. */
export const renderApp = (address: string, fake: FakeApi) => renderRoutes(routes, address, fake)

function renderRoutes(tree: RouteObject[], address: string, fake: FakeApi) {
  const router = createMemoryRouter(tree, { initialEntries: [address] })
  render(
    <ApiContext value={fakeClient(fake)}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ApiContext>,
  )
  return { router, address: () => router.state.location.pathname + router.state.location.search }
}

/** Signs somebody in before the app is shown. */
export const signInAs = (name: string): void => storeTokens({ accessToken: `access of ${name}`, refreshToken: `refresh of ${name}` })

// The code of a screen is loaded when it is first shown, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 4000 })

afterEach(() => {
  cleanup()
  endSession()
  localStorage.clear()
})

export const maria: User = {
  userId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e001',
  email: 'maria@redbud.example',
  role: 'USER',
  createdAt: new Date(Date.now() - 10 * 86_400_000).toISOString(),
  trialDays: 14,
  billingPlan: 'TRIAL',
  features: [],
  limitTempl: null,
  limitEmails: 50,
  emails: 32,
  organizationId: null,
  accountVerified: true,
  extensionToken: 'pick-up-code',
  isDemo: false,
}

export const reefer: Template = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002',
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>We ask {{rate:trip+8% to 5}}.</p>',
  cc: [],
  labels: ['reefer'],
  isDefault: false,
}
