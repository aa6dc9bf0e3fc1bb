import { inviteButtonMode } from '@loadping/contract/billing/plans'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type ButtonSize, type ButtonVariant, buttonStyle } from '../ui/button-style.ts'
import { lazyPart } from '../ui/lazy-part.tsx'

export const BusinessPlanModal = lazyPart(async () => (await import('./business-plan-modal.tsx')).BusinessPlanModal)

/** What Invite Team Members does for the user: hidden, upsell to the Business Plan, or invite. */
export function useInviteButtonMode() {
  const { data: me } = useMe()
  return inviteButtonMode(me, useUserType())
}

type InviteTeamMembersProps = { variant?: ButtonVariant; size?: ButtonSize; className?: string }

/** Opens the invite modal, or on a plan without teams the Business Plan modal. */
export function InviteTeamMembers({ variant = 'secondary', size = 'md', className = '' }: InviteTeamMembersProps) {
  const { data: me } = useMe()
  const mode = useInviteButtonMode()
  const { pathname, search } = useLocation()
  const [isUpsellOpen, setUpsellOpen] = useState(false)
  const icon = <UserPlus size={16} strokeWidth={1.6} aria-hidden="true" />
  if (mode === 'hidden') return null

  if (mode === 'invite') {
    const query = new URLSearchParams(pathname === paths.team ? search : '')
    if (me.organizationId !== null) query.set('invite', 'open')
    return (
      <Link
        to={{ pathname: paths.team, search: query.toString() }}
        preventScrollReset
        className={`${buttonStyle(variant, size)} ${className}`}
      >
        {icon}
        Invite Team Members
      </Link>
    )
  }
  return (
    <>
      <Button variant={variant} size={size} className={className} icon={icon} onPress={() => setUpsellOpen(true)}>
        Invite Team Members
      </Button>
      {isUpsellOpen && <BusinessPlanModal onClose={() => setUpsellOpen(false)} />}
    </>
  )
}
