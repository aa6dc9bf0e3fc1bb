import { brand } from '@loadping/contract/brand'
import { MailOpen } from 'lucide-react'
import { useMe, useUserType } from '../account/account.data.ts'
import { Avatar } from '../account/account.parts.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Who one works with here. */
export function TeamScreen() {
  const { data: me } = useMe()
  const userType = useUserType()
  const isInTeam = me.organizationId !== null
  const role = me.role === 'MANAGER' ? 'Manager' : userType === 'broker' ? 'Member' : 'Dispatcher'
  return (
    <>
      <title>{`My team · ${brand.name}`}</title>
      <PageHead title="My team" context={isInTeam ? 'You are a member of a team' : 'You work on your own'} />
      <div className="grid items-start gap-4 md:grid-cols-[1fr_376px]">
        <Card title="People">
          <ul>
            <li className="flex items-center gap-3 px-4 py-3">
              <Avatar email={me.email} />
              <span className="min-w-0 flex-1 truncate font-medium">{me.email}</span>
              <span className="text-table text-secondary">{role}</span>
              <Badge>You</Badge>
            </li>
          </ul>
        </Card>
        {!isInTeam && (
          <Card title="Invited to a team?">
            <div className="flex gap-3 p-4 text-table">
              <MailOpen size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-secondary" />
              <p className="text-secondary">
                Open the link in the invitation with this browser, and sign in as <strong className="font-medium break-all text-primary">{me.email}</strong> if
                you are asked. Until then your templates, contacts and figures are yours alone.
              </p>
            </div>
          </Card>
        )}
      </div>
    </>
  )
}
