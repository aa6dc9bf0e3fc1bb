import { brand } from '@loadping/contract/brand'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { Server, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'
import { providerMarks } from '../ui/provider-marks.tsx'

const icon = { size: 18, strokeWidth: 1.6, 'aria-hidden': true, className: 'shrink-0 text-secondary' }

/** The name and icon of each kind of mailbox. */
export const mailboxDisplay: Record<Mailbox['kind'], { name: string; mark: ReactNode }> = {
  google: { name: 'Google', mark: providerMarks.google },
  outlook: { name: 'Outlook', mark: providerMarks.outlook },
  smtp: { name: 'Mail server', mark: <Server {...icon} /> },
  relay: { name: `${brand.name} relay`, mark: <Waypoints {...icon} /> },
}

/** The sender address of emails from a mailbox. */
export const senderOf = ({ kind, address }: Mailbox): string => (kind === 'relay' ? brand.relayAddress : address)
