import { inviteButtonMode } from '@loadping/contract/billing/plans'
import { Problem } from '@loadping/contract/wire/problem'
import { History, MailOpen, Send, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useUserType } from '../account/account.data.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { useForm } from '../use-form.ts'
import { explainOrganization, OrganizationFields, readOrganization } from './organization-fields.tsx'
import { useCreateOrganization } from './team.data.ts'
import { BusinessPlanModal, InviteTeamMembers } from './team.parts.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The page of a user without a team; a broker can only be invited to one. */
export function NoOrganization() {
  const isBroker = useUserType() === 'broker'
  return (
    <>
      <PageHead title="My team" {...(isBroker && { context: "You're not on a team" })} />
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
  const [isUpsellOpen, setUpsellOpen] = useState(false)
  const change = useCreateOrganization()
  const form = useForm({
    change,
    read: readOrganization,
    explainIssue: explainOrganization,
    onError: (error) => setUpsellOpen(error instanceof Problem && error.code === 'plan-limit'),
  })
  const canCreate = me.features.includes('team-management')

  return (
    <section
      aria-label="Create your organization"
      className="rounded-md border border-default bg-surface p-5 shadow-card"
    >
      <h2 className="text-lead font-semibold">Create your organization</h2>
      <p className="max-w-110 text-table text-secondary">One team for your dispatchers. You'll be the owner.</p>
      <Form
        className="mt-5 max-w-110"
        {...form}
        onSubmit={(data) => (canCreate ? form.onSubmit(data) : setUpsellOpen(true))}
      >
        <OrganizationFields size="touch" />
        {!isUpsellOpen && <FormError />}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="mt-5"
          isLoading={form.isPending || change.isSuccess}
        >
          Create organization
        </Button>
      </Form>
      {isUpsellOpen && <BusinessPlanModal onClose={() => setUpsellOpen(false)} />}
    </section>
  )
}

function WithTeamCard() {
  const { data: me } = useMe()
  const hasUpsell = inviteButtonMode(me, useUserType()) === 'upsell'
  return (
    <Card title="With a team" aside={<Badge>Business Plan</Badge>}>
      <ul>
        <Benefit
          icon={<Users {...icon} />}
          title="One plan for the whole team"
          text="Seats and roles, managed in one place."
        />
        <Benefit icon={<Send {...icon} />} title="Unlimited emails" text="For everyone on the team." />
        <Benefit icon={<History {...icon} />} title="An activity log" text="Who changed what, and when." />
      </ul>
      {hasUpsell && (
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
          Open the invitation link in this browser and sign in as{' '}
          <strong className="font-medium wrap-anywhere text-primary">
            <AddressText>{me.email}</AddressText>
          </strong>
          . Your data stays private until you join.
        </p>
      </div>
    </Card>
  )
}
