import type { User, UserInfo } from '@loadping/contract/account/account'
import type { Billing } from '@loadping/contract/billing/billing'
import { type Client, createClient } from '@loadping/contract/client'
import type { SentEmail } from '@loadping/contract/emails/emails'
import type { DayBeside, HomeSummary, NextSteps } from '@loadping/contract/home/home'
import type { ListedTemplate } from '@loadping/contract/templates/templates'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { ApiContext } from '../api.ts'
import { createQueryClient } from '../query-client.ts'
import { routes } from '../router.tsx'
import { storeTokens } from '../session/session.ts'
import { Toaster } from '../ui/toaster.tsx'

/** Fake calls, typed by the contract; any other call fails as it does offline. */
export type FakeApi = { [Feature in keyof Client]?: Partial<Client[Feature]> }

const unanswered = createClient(({ method, path }) => Promise.reject(new Error(`${method} ${path} has no fake answer`)))

const fakeClient = (fake: FakeApi): Client => ({
  signIn: { ...unanswered.signIn, ...fake.signIn },
  account: { ...unanswered.account, ...fake.account },
  templates: { ...unanswered.templates, ...fake.templates },
  snippets: { ...unanswered.snippets, ...fake.snippets },
  emails: { ...unanswered.emails, ...fake.emails },
  inquiries: { ...unanswered.inquiries, ...fake.inquiries },
  practice: { ...unanswered.practice, ...fake.practice },
  mailboxes: { ...unanswered.mailboxes, ...fake.mailboxes },
  home: { ...unanswered.home, ...fake.home },
  notifications: { ...unanswered.notifications, ...fake.notifications },
  extension: { ...unanswered.extension, ...fake.extension },
  sessions: { ...unanswered.sessions, ...fake.sessions },
  team: { ...unanswered.team, ...fake.team },
  map: { ...unanswered.map, ...fake.map },
  telemetry: { ...unanswered.telemetry, ...fake.telemetry },
  places: { ...unanswered.places, ...fake.places },
  fuel: { ...unanswered.fuel, ...fake.fuel },
  loads: { ...unanswered.loads, ...fake.loads },
  offers: { ...unanswered.offers, ...fake.offers },
  trucks: { ...unanswered.trucks, ...fake.trucks },
  truckBoard: { ...unanswered.truckBoard, ...fake.truckBoard },
  analytics: { ...unanswered.analytics, ...fake.analytics },
  billing: { ...unanswered.billing, ...fake.billing },
  installation: { ...unanswered.installation, ...fake.installation },
  accountExport: { ...unanswered.accountExport, ...fake.accountExport },
  accountDeletion: { ...unanswered.accountDeletion, ...fake.accountDeletion },
})

/** Renders one screen at `/`. */
export const renderScreen = (element: ReactElement, fake: FakeApi) => renderRoutes([{ path: '*', element }], '/', fake)

/** Renders the whole app at an address. */
export const renderApp = (address: string, fake: FakeApi) => renderRoutes(routes, address, fake)

/** Renders the whole app with another client, such as the browser's. */
export const renderAppWith = (address: string, client: Client) => renderTree(routes, address, client)

/** Renders these routes at an address. */
export const renderRoutes = (tree: RouteObject[], address: string, fake: FakeApi) =>
  renderTree(tree, address, fakeClient(fake))

function renderTree(tree: RouteObject[], address: string, client: Client) {
  const router = createMemoryRouter(tree, { initialEntries: [address] })
  render(
    <ApiContext value={client}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
        <Toaster />
      </QueryClientProvider>
    </ApiContext>,
  )
  return { router, address: () => router.state.location.pathname + router.state.location.search }
}

/** Signs a user in before the app is rendered. */
export const signInAs = (name: string): void =>
  storeTokens({ accessToken: `access of ${name}`, refreshToken: `refresh of ${name}` })

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
  usedEmails: 18,
  renewsAt: '2026-12-01T05:00:00.000Z',
  organizationId: null,
  accountVerified: true,
  extensionToken: 'pairing-code',
  hasNotices: false,
  isDemo: false,
}

export const reefer: ListedTemplate = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002',
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>We ask {{rate:trip+8% to 5}}.</p>',
  cc: [],
  labels: ['reefer'],
  isDefault: false,
  version: 1,
  updatedAt: '2026-11-20T19:41:00.000Z',
  isShared: false,
  owner: null,
  sent: 0,
  lastUsedAt: null,
}

export const unpaid: Billing = {
  status: 'none',
  payments: 'simulator',
  plan: null,
  interval: null,
  seats: null,
  nextSeats: null,
  nextInterval: null,
  seatCents: null,
  renewsAt: null,
  endsAt: null,
  failedAt: null,
  graceEndsAt: null,
  invoiceUrl: null,
  invoiceNumber: null,
  owedCents: null,
  nextAttemptAt: null,
  paidBy: null,
  cardExpires: null,
  checkedAt: null,
  failingSince: null,
  grant: null,
  mayPay: true,
  own: null,
}

export const carrier: UserInfo = { userType: 'carrier', trucksAmount: 1, loadboards: ['dat-one'], source: null }

export const nothingDone: NextSteps = {
  extension: false,
  template: false,
  profile: false,
  mailbox: false,
  email: false,
  team: false,
}

const noFigures = {
  inquiries: 0,
  avgPostToContactSeconds: null,
  asked: 0,
  answered: 0,
  booked: 0,
  bookedCents: 0,
}
const noHours = Array.from({ length: 24 }, () => 0)

export const emptyDay: DayBeside = {
  now: noFigures,
  before: noFigures,
  hours: noHours,
  hoursBefore: noHours,
  bookings: [],
}

export const emptyHome: HomeSummary = {
  day: '2026-11-20',
  today: { emailSent: 0, phoneCall: 0, totalInquiries: 0 },
  avgPostToContactSeconds: null,
  recentContacts: [],
  emails: { waiting: 0, failed: 0, unknown: 0 },
  blindBoards: [],
  version: 1,
  asOf: '2026-11-20T14:42:00.000Z',
  dayBefore: '2026-11-13',
  mine: emptyDay,
  team: null,
  openAsks: { count: 0, companies: [] },
  brokenMailboxes: [],
  billing: null,
  steps: nothingDone,
}

export const inquiry: SentEmail = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e004',
  state: 'sent',
  to: 'loads@quillon.example',
  subject: 'Joliet, IL to Dallas, TX',
  askCents: 245_000,
  createdAt: '2026-11-20T19:41:00.000Z',
  dueAt: null,
  sellBy: null,
  waitsFor: null,
  sentAt: '2026-11-20T19:41:02.000Z',
  failure: null,
  failureCode: null,
  needsAttention: false,
  resentAs: null,
  resendUndoneAt: null,
  mailbox: { kind: 'google', address: 'maria@redbud.example' },
  templateName: 'Van, all-in ask',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: 'Quillon Logistics',
}
