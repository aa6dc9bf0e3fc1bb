import type { HelpName } from './pages.ts'

/** The help pages in the order of a first week. */
export const helpGroups: { title: string; names: HelpName[] }[] = [
  { title: 'Get started', names: ['install', 'connect-google', 'connect-outlook', 'connect-smtp'] },
  { title: 'On the board', names: ['templates', 'price', 'rows', 'what-brokers-see'] },
  { title: 'Your trucks', names: ['trucks'] },
  { title: 'Your account', names: ['limits', 'team', 'what-we-read'] },
]
