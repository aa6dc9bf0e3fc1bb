import {
  confirmationWord,
  type DeletionPreview,
  isConfirmation,
} from '@loadping/contract/account-deletion/account-deletion'
import { planNames, trialHashYears } from '@loadping/contract/billing/plans'
import { countOf } from '@loadping/contract/format/counts'
import { formatFullDate } from '@loadping/contract/format/instants'
import { formerTeammate } from '@loadping/contract/team/team'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useForm } from '../use-form.ts'
import { useDeleteAccount, useDeletionPreview } from './account-deletion.data.ts'

/** Says what a deletion means, and deletes the account once that is confirmed. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const { email } = useMe().data
  const [typed, setTyped] = useState('')
  const { data: preview, isError, refetch } = useDeletionPreview()
  const form = useForm({
    change: useDeleteAccount(),
    read: (data) => ({ success: true, data: String(data.get('confirmation')) }),
  })
  const mayDelete = preview && preview.team?.outcome !== 'transfer-first'
  return (
    <DialogCard
      title="Delete your account?"
      width="w-130"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {mayDelete && (
            <Button
              variant="danger"
              type="submit"
              form={id}
              isDisabled={!isConfirmation(typed, email)}
              isLoading={form.isPending}
            >
              Delete my account
            </Button>
          )}
        </>
      }
    >
      {isError && (
        <ErrorPanel
          title="Couldn't load what would be deleted"
          text="Nothing was deleted."
          onRetry={() => void refetch()}
        />
      )}
      {!preview && !isError && <Skeleton className="h-48 w-full" />}
      {preview?.team?.outcome === 'transfer-first' && <TransferFirst team={preview.team.name} />}
      {mayDelete && (
        <>
          <Consequences preview={preview} />
          <Form {...form} id={id} className="mt-5">
            <TextField
              label={`Type ${email} or ${confirmationWord} to confirm`}
              name="confirmation"
              value={typed}
              onValue={setTyped}
              autoComplete="off"
            />
            <FormError />
          </Form>
        </>
      )}
    </DialogCard>
  )
}

const TransferFirst = ({ team }: { team: string }) => (
  <div className="flex flex-col items-start gap-4 text-table">
    <p>
      You own {team}, and others are in it. Transfer the team to one of them first; then you can delete your account.
    </p>
    <Link to={paths.team} className={buttonStyle('secondary')}>
      Open My team
    </Link>
  </div>
)

function Consequences({ preview }: { preview: DeletionPreview }) {
  const { deletesAt, templates, loads, emails, waiting, mailboxes, team, paid } = preview
  const day = formatFullDate(new Date(deletesAt))
  const counts = [
    countOf(templates, 'template'),
    countOf(loads, 'load'),
    countOf(emails, 'email'),
    countOf(mailboxes, 'mailbox', 'mailboxes'),
  ]
  return (
    <dl className="flex flex-col gap-3 text-table">
      <Consequence when="Now">
        You are signed out on all devices and in the extension, and nothing is sent any more.
        {waiting > 0 && ` ${countOf(waiting, 'email')} that ${waiting === 1 ? 'waits' : 'wait'} will not be sent.`}
        {paid && ` ${describeEnd(paid, deletesAt)}`}
        {team?.outcome === 'deleted' && ` Open invitations to ${team.name} end.`}
      </Consequence>
      <Consequence when={`Until ${day}`}>
        Sign in and click Keep my account, and everything works again. We email you until when.
      </Consequence>
      <Consequence when={`On ${day}`}>
        {counts.slice(0, -1).join(', ')} and {counts.at(-1)} are deleted for good, with everything else you have here.
        {team?.outcome === 'deleted' && ` So is your team ${team.name}.`}
      </Consequence>
      {team?.outcome === 'keeps' && (
        <Consequence when="What stays">
          {team.name} keeps what you did for it: whom you emailed and called about which load, and what was asked. It
          reads “{formerTeammate}” in place of your name.
        </Consequence>
      )}
      <Consequence when="Later">
        You can sign up again with this address. That account has no Pro trial, because you had yours: for{' '}
        {trialHashYears} years a hash of the address stays, for this alone.
      </Consequence>
    </dl>
  )
}

/** Says when what is paid ends: with its period, or with the account if that is sooner. */
function describeEnd({ plan, until }: NonNullable<DeletionPreview['paid']>, deletesAt: string): string {
  const end = formatFullDate(new Date(until))
  const renewal = `Your ${planNames[plan]} subscription is not renewed.`
  return until <= deletesAt
    ? `${renewal} It ends on ${end}.`
    : `${renewal} It is paid until ${end}, and ends with your account on ${formatFullDate(new Date(deletesAt))}.`
}

const Consequence = ({ when, children }: { when: string; children: ReactNode }) => (
  <div className="grid grid-cols-[128px_1fr] gap-3 max-sm:grid-cols-1 max-sm:gap-0.5">
    <dt className="font-medium">{when}</dt>
    <dd className="text-secondary">{children}</dd>
  </div>
)
