import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { pages } from '@loadping/contract/pages'
import {
  Bookmark,
  ChartColumnBig,
  CreditCard,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Truck,
  Users,
} from 'lucide-react'
import { paths } from '../paths.ts'

export type Entry = {
  path: string
  label: string
  phoneLabel: string
  Icon: LucideIcon
  isActive: (pathname: string) => boolean
  /** Whose entry it is; absent: everybody's. */
  isFor?: UserType
  /** Returns what needs the user's attention there, shown as an amber dot. */
  findNotice?: (me: User, userType: UserType) => string | undefined
}

const at = (path: string) => (pathname: string) => pathname === path

const dashboard: Entry = {
  path: paths.home,
  label: 'Dashboard',
  phoneLabel: 'Dashboard',
  Icon: LayoutDashboard,
  isActive: at(paths.home),
}
const analytics: Entry = {
  path: paths.analytics,
  label: 'Analytics',
  phoneLabel: 'Analytics',
  Icon: ChartColumnBig,
  isActive: at(paths.analytics),
  isFor: 'carrier',
}
const templates: Entry = {
  path: paths.templates,
  label: 'My templates',
  phoneLabel: 'Templates',
  Icon: Mail,
  isActive: (pathname) => pathname.startsWith(paths.templates),
  findNotice: ({ accountVerified }) => (accountVerified ? undefined : 'your email is not verified'),
}
const loads: Entry = {
  path: paths.loads,
  label: 'My loads',
  phoneLabel: 'Loads',
  Icon: Bookmark,
  isActive: (pathname) => pathname === paths.loads || isMapPage(pathname),
  isFor: 'carrier',
}
const offers: Entry = {
  path: paths.offers,
  label: 'Offers',
  phoneLabel: 'Offers',
  Icon: Inbox,
  isActive: at(paths.offers),
  isFor: 'broker',
}
const trucks: Entry = {
  path: paths.trucks,
  label: 'Trucks',
  phoneLabel: 'Trucks',
  Icon: Truck,
  isActive: (pathname) => pathname.startsWith(paths.trucks),
  isFor: 'carrier',
}
const team: Entry = {
  path: paths.team,
  label: 'My team',
  phoneLabel: 'Team',
  Icon: Users,
  isActive: at(paths.team),
  findNotice: ({ features, organizationId }, userType) =>
    userType === 'broker' || features.includes('team-management') || organizationId !== null
      ? undefined
      : 'you have no team',
}
const billing: Entry = {
  path: paths.pricing,
  label: 'Billing',
  phoneLabel: 'Billing',
  Icon: CreditCard,
  isActive: (pathname) => pathname.startsWith(paths.pricing),
  isFor: 'carrier',
}

/** The key that opens each page after G. */
export const pageKeys: Readonly<Record<string, string>> = {
  [paths.home]: 'D',
  [paths.analytics]: 'A',
  [paths.templates]: 'M',
  [paths.loads]: 'L',
  [paths.offers]: 'O',
  [paths.trucks]: 'R',
  [paths.dueCalls]: 'C',
  [paths.handover]: 'H',
  [paths.team]: 'T',
  [paths.pricing]: 'B',
  [paths.email]: 'E',
  [paths.settings]: 'S',
}

/** The entries of the sidebar for a business type. */
export const entriesFor = (userType: UserType): Entry[] =>
  [dashboard, analytics, templates, loads, trucks, offers, team, billing].filter(
    ({ isFor }) => isFor === undefined || isFor === userType,
  )

/** The entries of the bottom bar and its drawer for a business type. */
export const phoneEntriesFor = (userType: UserType): { bar: Entry[]; drawer: Entry[] } =>
  userType === 'carrier'
    ? { bar: [dashboard, loads, trucks, templates], drawer: [analytics, team, billing] }
    : { bar: [dashboard, offers, templates, team], drawer: [] }

/** Whether a path is the page of one load, which has its own layout. */
export const isMapPage = (pathname: string): boolean => pathname.startsWith(pages.load.replace('/:id', ''))
