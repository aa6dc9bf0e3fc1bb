import { pages } from '@loadping/contract/pages'
import * as z from 'zod/mini'
import { type Answers, answers, message } from './message.ts'

/** The dashboard pages that the extension opens. */
export const DashboardPage = z.enum([
  'home',
  'signIn',
  'templates',
  'plans',
  'verifyEmail',
  'attention',
  'waiting',
  'connect',
  'paste',
  'trucks',
  'dueCalls',
  'extension',
  'settings',
])
export type DashboardPage = z.infer<typeof DashboardPage>

export const dashboardPages: Record<DashboardPage, string> = {
  home: pages.home,
  signIn: pages.signIn,
  templates: pages.templates,
  plans: pages.pricing,
  verifyEmail: `${pages.home}?verify=email`,
  attention: `${pages.email}?group=attention`,
  waiting: `${pages.email}?group=waiting`,
  connect: pages.connect,
  paste: `${pages.loads}?paste`,
  trucks: pages.trucks,
  dueCalls: pages.dueCalls,
  extension: pages.extension,
  settings: pages.settings,
}

export const openDashboard = message('open-dashboard', { page: DashboardPage }).answeredBy<null>()

/** Opens a page about emails and mailboxes. */
export const openEmailPage = message('open-email-page', {
  path: z.string().check(z.regex(/^\/email(?:[/?]|$)/), z.maxLength(400)),
}).answeredBy<null>()

/** Opens what is left to take back of a booked truck's asks. */
export const openTakeBack = message('open-take-back', { truckId: z.uuid() }).answeredBy<null>()

/** Answers every page that has a way to the dashboard. */
export const createDashboardAnswers = (openPage: (path: string) => Promise<unknown>): Answers<unknown> =>
  answers({
    'open-dashboard': [openDashboard, ({ page }, _: unknown) => openPage(dashboardPages[page]).then(() => null)],
    'open-take-back': [
      openTakeBack,
      ({ truckId }, _: unknown) => openPage(`${pages.trucks}?take-back=${truckId}`).then(() => null),
    ],
    'open-email-page': [openEmailPage, ({ path }, _: unknown) => openPage(path).then(() => null)],
  })
