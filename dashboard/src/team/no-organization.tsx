import { Problem } from '@loadping/contract/problem'
import { inviteButtonMode } from '@loadping/contract/rules/plans'
import { History, MailOpen, Send, Users } from 'lucide-react'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { useMe, useUserType } from '../account/account.data.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import {
  errorsOf,
  type OrganizationErrors,
  OrganizationFields,
  type OrganizationText,
  readOrganization,
} from './organization-fields.tsx'
import { errorMessage, useCreateOrganization } from './team.data.ts'
import { BusinessPlanModal, InviteTeamMembers } from './team.parts.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The page of somebody who is in no team: brokers can only be invited to one. */
export function NoOrganization() {
  const isBroker = useUserType() === 'broker'
  return (
    <>
      <PageHead title="My team" {...(isBroker && { context: 'You work on your own' })} />
      {isBroker ? (
        <div className="max-w-160">
          <InvitedCard />
        </div>
      ) : (
        <div className="grid items-start gap-4 md:grid-cols-[1fr_440px]">
          <CreateCard />
          <div className="flex flex-col gap-4">
            <WithTeamCard />
            <InvitedCard />
          </div>
        </div>
      )}
    </>
  )
}

function CreateCard() {
  const { data: me } = useMe()
  const [text, setText] = useState<OrganizationText>({ name: '', dotNumber: '' })
  const [errors, setErrors] = useState<OrganizationErrors>({})
  const [isExplained, setIsExplained] = useState(false)
  const { mutate, error, isPending, isSuccess } = useCreateOrganization()

  function create(event: FormEvent) {
    event.preventDefault()
    if (!me.features.includes('team-management')) return setIsExplained(true)
    const read = readOrganization(text)
    if ('errors' in read) return setErrors(read.errors)
    mutate(read.draft, {
      onError: (problem) => {
        setIsExplained(problem instanceof Problem && problem.code === 'plan-limit')
        setErrors(errorsOf(problem) ?? {})
      },
    })
  }

  const failure = error && !isExplained && !errorsOf(error) ? errorMessage(error) : undefined
  return (
    <section
      aria-label="Create your organization"
      className="rounded-md border border-default bg-surface p-5 shadow-card"
    >
      <h2 className="text-lead font-semibold">Create your organization</h2>
      <p className="max-w-110 text-table text-secondary">
        One team for the people you dispatch with. You become the owner.
      </p>
      <form noValidate className="mt-5 max-w-110" onSubmit={create}>
        <OrganizationFields text={text} errors={errors} size="touch" onText={setText} onErrors={setErrors} />
        {failure && (
          <p role="alert" className="mt-4 text-table text-danger-text">
            {failure}
          </p>
        )}
        <Button type="submit" variant="primary" size="lg" className="mt-5" isLoading={isPending || isSuccess}>
          Create organization
        </Button>
      </form>
      {isExplained && (
        <Suspense>
          <BusinessPlanModal onClose={() => setIsExplained(false)} />
        </Suspense>
      )}
    </section>
  )
}

function WithTeamCard() {
  const { data: me } = useMe()
  const isOffered = inviteButtonMode(me, useUserType()) === 'upsell'
  return (
    <Card title="With a team" aside={<Badge>Business Plan</Badge>}>
      <ul>
        <Benefit
          icon={<Users {...icon} />}
          title="One plan for the whole desk"
          text="Seats and roles, managed in one place."
        />
        <Benefit icon={<Send {...icon} />} title="Unlimited emails" text="For everybody on the team." />
        <Benefit icon={<History {...icon} />} title="A log of changes" text="Who changed what, and when." />
      </ul>
      {isOffered && (
        <div className="border-t border-subtle p-4">
          <InviteTeamMembers className="w-full" />
        </div>
      )}
    </Card>
  )
}

const Benefit = ({ icon: sign, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <li className="flex gap-3 border-b border-subtle px-4 py-3 last:border-0">
    <span
      aria-hidden="true"
      className="flex size-7 shrink-0 items-center justify-center rounded-sm bg-active text-secondary"
    >
      {sign}
    </span>
    <div>
      <p className="text-table font-medium">{title}</p>
      <p className="text-caption text-secondary">{text}</p>
    </div>
  </li>
)

function InvitedCard() {
  const { data: me } = useMe()
  return (
    <Card title="Invited to a team?">
      <div className="flex gap-3 p-4 text-table">
        <MailOpen {...icon} className="mt-0.5 shrink-0 text-secondary" />
        <p className="text-secondary">
          Open the link in the invitation with this browser, and sign in as{' '}
          <strong className="font-medium break-all text-primary">{me.email}</strong> if you are asked. Until then your
          templates, contacts and figures are yours alone.
        </p>
      </div>
    </Card>
  )
}
