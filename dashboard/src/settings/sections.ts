import type { UserType } from '@loadping/contract/account/user-type'
import {
  BellRing,
  Building2,
  DollarSign,
  Download,
  IdCard,
  Layers2,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  ShieldCheck,
  TextQuote,
  Timer,
  Trash2,
  Truck,
  User,
} from 'lucide-react'
import type { SettingsSection } from '../paths.ts'

export type SectionEntry = {
  id: SettingsSection
  label: string
  /** Other words by which people look for what is in it. */
  words: string
  Icon: LucideIcon
  isForCarriers?: true
}

const sections: SectionEntry[] = [
  {
    id: 'profile',
    label: 'Profile',
    words: 'name company phone signature MC number USDOT DOT sender registered email FMCSA',
    Icon: User,
  },
  { id: 'look', label: 'How you look', words: 'broker view sender spam SPF DKIM DMARC', Icon: IdCard },
  { id: 'snippets', label: 'Snippets', words: 'text templates placeholder reuse', Icon: TextQuote },
  { id: 'business', label: 'Business', words: 'type carrier broker number of trucks load boards', Icon: Building2 },
  {
    id: 'trucks',
    label: 'Trucks',
    words: 'equipment trailer driver hours of service clocks location empty current',
    Icon: Truck,
    isForCarriers: true,
  },
  {
    id: 'costs',
    label: 'Costs',
    words: 'money per mile fuel diesel driver fees factoring dispatch target rate RPM',
    Icon: DollarSign,
    isForCarriers: true,
  },
  { id: 'boards', label: 'Load boards', words: 'DAT Truckstop extension readable blind fields health', Icon: Layers2 },
  {
    id: 'mailboxes',
    label: 'Mailboxes',
    words: 'Gmail Google Outlook Microsoft SMTP relay connect default',
    Icon: Mail,
  },
  { id: 'sending', label: 'Sending', words: 'sell-by late emails stop trying after minutes expire', Icon: Timer },
  {
    id: 'notifications',
    label: 'Notifications',
    words: 'email alerts how often quiet hours night daily morning weekly summary unsubscribe bounced failed security',
    Icon: BellRing,
  },
  {
    id: 'devices',
    label: 'Signed-in devices',
    words: 'sessions security sign out log out everywhere browser phone computer',
    Icon: MonitorSmartphone,
  },
  { id: 'privacy', label: 'Privacy', words: 'consent tracking analytics chat', Icon: ShieldCheck },
  { id: 'export', label: 'Export my data', words: 'download copy zip backup CSV JSON', Icon: Download },
  { id: 'delete', label: 'Delete my account', words: 'close remove cancel erase', Icon: Trash2 },
]

/** The sections that a user has, in their order; choices of privacy only where an outside service is set up. */
export const sectionsFor = (userType: UserType, { hasPrivacy = false } = {}): SectionEntry[] =>
  sections.filter(
    ({ id, isForCarriers }) => (!isForCarriers || userType === 'carrier') && (id !== 'privacy' || hasPrivacy),
  )
