import type { UserType } from '@loadping/contract/account/user-type'
import {
  ArrowLeftRight,
  CircleHelp,
  ClipboardPaste,
  Download,
  FileText,
  Keyboard,
  ListTodo,
  LogOut,
  Mail,
  MailCheck,
  Monitor,
  Moon,
  PanelLeft,
  Phone,
  Plus,
  Puzzle,
  Server,
  Settings,
  ShieldCheck,
  Sun,
  Truck,
  UserPlus,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import { useLogOut, useMe } from '../account/account.data.ts'
import type { Action } from '../actions.ts'
import { helpPages } from '../help/pages.ts'
import { paths } from '../paths.ts'
import { sectionsFor } from '../settings/sections.ts'
import { entriesFor, pageKeys } from './navigation.ts'
import { toggleSidebar } from './sidebar-state.ts'
import { chooseTheme } from './theme.ts'

/** Words by which people look for the pages of the sidebar. */
const pageWords: Readonly<Record<string, string>> = {
  [paths.home]: 'home today morning overview',
  [paths.analytics]: 'reports statistics figures charts',
  [paths.templates]: 'texts messages emails',
  [paths.loads]: 'freight postings saved list',
  [paths.offers]: 'answers carriers postings compare bids quotes paste',
  [paths.trucks]: 'truck board empty asks dispatch',
  [paths.team]: 'people members organization seats',
  [paths.pricing]: 'plan price upgrade invoices payment card subscription',
}

type Asked = { userType: UserType; openShortcuts: () => void }

/** Everything that can be done and opened from any page, for the palette and the list of shortcuts. */
export function useActions({ userType, openShortcuts }: Asked): Action[] {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const { isAdministrator } = useMe().data
  const to = (path: string) => () => void navigate(path)
  const pages = entriesFor(userType).map(({ path, label, Icon }) => page(path, label, pageWords[path] ?? '', Icon, to))
  const settings = settingsPages(userType, to)
  return [
    ...pages,
    ...morePages(to),
    ...(userType === 'carrier' ? truckPages(to) : []),
    ...(isAdministrator ? [page(paths.installation, 'Installation', 'administrator server jobs', Server, to)] : []),
    ...settings,
    ...actionsOf(userType, to),
    ...deviceActions({ openShortcuts, logOut }),
    ...help(to),
  ]
}

type To = (path: string) => () => void

const morePages = (to: To): Action[] => [
  page(paths.email, 'Email', 'mailbox sent waiting failed suppressed addresses', Mail, to),
  page(paths.settings, 'Settings', 'profile signature company MC DOT devices costs snippets', Settings, to),
  page(paths.extension, 'Browser extension', 'install download Chrome Firefox Edge boards', Puzzle, to),
  {
    ...page(paths.practice, 'Practice board', 'try test sample made-up demo', MailCheck, to),
    run: () => window.location.assign(paths.practice), // the extension starts only at a page that is loaded
  },
  page(paths.help, 'Help', 'support questions guide', CircleHelp, to),
  page(paths.terms, 'Terms & Conditions', 'legal', FileText, to),
  page(paths.privacy, 'Privacy Policy', 'legal data', ShieldCheck, to),
]

const truckPages = (to: To): Action[] => [
  page(paths.dueCalls, 'Due calls', 'call back phone asks no answer', Phone, to),
  page(paths.handover, 'Shift handover', 'hand take over trucks teammate note end', ArrowLeftRight, to),
]

const help = (to: To): Action[] =>
  helpPages.map(({ path, title, words }) => ({
    id: `help ${path}`,
    label: title,
    words,
    Icon: CircleHelp,
    group: 'Help',
    run: to(path),
  }))

/** The sections of Settings, but for the one that is an action of its own. */
const settingsPages = (userType: UserType, to: To): Action[] =>
  sectionsFor(userType)
    .filter(({ id }) => id !== 'export')
    .map(({ id, label, words, Icon }) => page(paths.settingsAt(id), `Settings: ${label}`, words, Icon, to))

const page = (path: string, label: string, words: string, Icon: Action['Icon'], to: To): Action => ({
  id: `page ${path}`,
  label,
  words,
  Icon,
  group: 'Go to',
  run: to(path),
  ...(pageKeys[path] && { keys: `G ${pageKeys[path]}` }),
})

const actionsOf = (userType: UserType, to: To): Action[] => [
  action('new-template', 'New template', 'write create text', Plus, to(paths.newTemplate)),
  ...(userType === 'carrier'
    ? [
        action('paste-load', 'Paste a load', 'add save text import', ClipboardPaste, to(paths.pasteLoad)),
        action('paste-trucks', 'Paste trucks', 'add import CSV fleet', ClipboardPaste, to(paths.pasteTrucks)),
        action('trucks', 'Add a truck', 'trucks equipment driver', Truck, to(paths.settingsAt('trucks'))),
        action('invite', 'Invite Team Members', 'add people colleague', UserPlus, to(paths.invite)),
      ]
    : []),
  action('next-steps', 'Open the next steps', 'checklist start onboarding first', ListTodo, to(`${paths.home}?steps`)),
  action('connect', 'Connect a mailbox', 'Google Outlook Microsoft SMTP email', Mail, to(paths.connect)),
  action('export', 'Export my data', 'download copy', Download, to(paths.settingsAt('export'))),
]

const deviceActions = ({ openShortcuts, logOut }: { openShortcuts: () => void; logOut: () => unknown }): Action[] => [
  action('light', 'Light theme', 'colors look', Sun, () => chooseTheme('light')),
  action('dark', 'Dark theme', 'colors look night', Moon, () => chooseTheme('dark')),
  action('system', 'System theme', 'colors look automatic', Monitor, () => chooseTheme('system')),
  { ...action('sidebar', 'Collapse or expand the sidebar', 'navigation menu', PanelLeft, toggleSidebar), keys: '[' },
  { ...action('shortcuts', 'Keyboard shortcuts', 'keys help', Keyboard, openShortcuts), keys: '?' },
  action('log-out', 'Log Out', 'sign out leave', LogOut, () => void logOut()),
]

const action = (id: string, label: string, words: string, Icon: Action['Icon'], run: () => void): Action => ({
  id,
  label,
  words,
  Icon,
  group: 'Actions',
  run,
})
