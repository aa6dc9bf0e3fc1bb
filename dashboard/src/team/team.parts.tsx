import { inviteButtonMode } from '@loadping/contract/rules/plans'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { type ButtonSize, type ButtonVariant, buttonStyle } from '../ui/button-style.ts'

export const BusinessPlanModal = lazy(async () => ({
  default: (await import('./business-plan-modal.tsx')).BusinessPlanModal,
}))

/** What Invite Team Members does for the one who is signed in: it is hidden, explains the Business Plan, or invites. */
export function useInviteOffer() {
  const { data: me } = useMe()
  return inviteButtonMode(me, useUserType())
}

type InviteTeamMembersProps = { variant?: ButtonVariant; size?: ButtonSize; className?: string }

/** Leads to the modal that invites, or to what is needed before; on a plan without teams it opens the Business Plan modal. */
export function InviteTeamMembers({ variant = 'secondary', size = 'md', className = '' }: InviteTeamMembersProps) {
  const { data: me } = useMe()
  const offer = useInviteOffer()
  const { pathname, search } = useLocation()
  const [isExplained, setIsExplained] = useState(false)
  const icon = <UserPlus size={16} strokeWidth={1.6} aria-hidden="true" />
  if (offer === 'hidden') return null

  if (offer === 'invite') {
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
      <Button variant={variant} size={size} className={className} icon={icon} onPress={() => setIsExplained(true)}>
        Invite Team Members
      </Button>
      {isExplained && (
        <Suspense>
          <BusinessPlanModal onClose={() => setIsExplained(false)} />
        </Suspense>
      )}
    </>
  )
}
