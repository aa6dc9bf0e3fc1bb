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
  'paste',
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
  paste: `${pages.loads}?paste`,
  extension: pages.extension,
  settings: pages.settings,
}

export const openDashboard = message('open-dashboard', { page: DashboardPage }).answeredBy<null>()

/** Answers every page that has a way to the dashboard. */
export const createDashboardAnswers = (openPage: (path: string) => Promise<unknown>): Answers<unknown> =>
  answers({
    'open-dashboard': [openDashboard, ({ page }, _: unknown) => openPage(dashboardPages[page]).then(() => null)],
  })
