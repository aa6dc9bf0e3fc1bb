import type { Member, Team } from '@loadping/contract/team'
import { Crown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { Button } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Activity } from './activity.tsx'
import { mergeAddresses } from './address-list.ts'
import { emptyDraft } from './invite-draft.ts'
import { MembersView } from './members-view.tsx'
import { OrganizationCards } from './organization-cards.tsx'
import { BusinessPlanModal, InviteTeamMembers, useInviteOffer } from './team.parts.tsx'
import type { TeamDialog } from './team-dialog.ts'
import { ViewTabs } from './view-tabs.tsx'

const TeamDialogs = lazy(async () => ({ default: (await import('./team-dialogs.tsx')).TeamDialogs }))
const InviteModal = lazy(async () => ({ default: (await import('./invite-modal.tsx')).InviteModal }))

/** The page of a team: its organization, its seats, its people, and for managers what was changed. */
export function OrganizationPage({ team, members }: { team: Team; members: Member[] }) {
  const { data: me } = useMe()
  const [query, setQuery] = useSearchParams()
  const [dialog, setDialog] = useState<TeamDialog>()
  const [draft, setDraft] = useState(emptyDraft)
  const offer = useInviteOffer()
  const canInvite = offer === 'invite' && team.limitUsers !== null
  const isManager = me.role === 'MANAGER'
  const isActivity = isManager && query.get('view') === 'activity'
  const isInviting = offer !== 'hidden' && query.get('invite') === 'open'
  const canTransferOwnership = team.ownerId === me.userId && findEligibleOwners(members, me.userId).length > 0

  function showInvitation(isOpen: boolean) {
    const next = new URLSearchParams(query)
    next.delete('invite')
    if (isOpen) next.set('invite', 'open')
    setQuery(next, { replace: !isOpen, preventScrollReset: true })
  }

  return (
    <>
      <PageHead title="My team" context="Roles, seats and invitations">
        {canTransferOwnership && (
          <Button
            className="max-sm:hidden"
            icon={<Crown size={16} strokeWidth={1.6} aria-hidden="true" />}
            onPress={() => setDialog({ kind: 'transfer-ownership' })}
          >
            Transfer ownership
          </Button>
        )}
        <InviteTeamMembers variant="primary" />
      </PageHead>
      <OrganizationCards team={team} members={members} isManager={isManager} onDialog={setDialog} />
      {isManager && <ViewTabs isActivity={isActivity} />}
      {isActivity ? (
        <Activity members={members} />
      ) : (
        <MembersView
          members={members}
          me={me}
          ownerId={team.ownerId}
          canInvite={canInvite}
          onDialog={setDialog}
          onAddresses={(addresses) => {
            setDraft((current) => ({ ...current, addresses: mergeAddresses(current.addresses, addresses) }))
            showInvitation(true)
          }}
        />
      )}
      <Suspense>
        {isInviting && !canInvite && <BusinessPlanModal onClose={() => showInvitation(false)} />}
        {isInviting && canInvite && (
          <InviteModal
            members={members}
            limitUsers={team.limitUsers ?? 0}
            draft={draft}
            onDraft={setDraft}
            onLink={(url) => setDialog({ kind: 'link', url })}
            onClose={() => showInvitation(false)}
          />
        )}
        {dialog && (
          <TeamDialogs
            dialog={dialog}
            team={team}
            eligibleOwners={findEligibleOwners(members, me.userId)}
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Those who could own the team in somebody's place: everybody else who is a carrier. */
const findEligibleOwners = (members: Member[], userId: string): Member[] =>
  members.filter((member) => member.userId !== null && member.userId !== userId && member.userType !== 'broker')
