import type { NextSteps as Done } from '@loadping/contract/home/home'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { paths } from '../paths.ts'
import { InviteTeamMembers, useInviteButtonMode } from '../team/team.parts.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { rememberStepsDone, useReopenedSteps } from './home.data.ts'

/** Lists the steps to the first inquiry, and the invitation of a team. Closes once all are done, unless opened again. */
export function NextSteps({ steps: { team, ...steps } }: { steps: Done }) {
  const { userId } = useMe().data
  const isReopened = useReopenedSteps()
  const inviteMode = useInviteButtonMode()
  const isInstalledHere = useExtensionVersion() !== undefined
  const done = { ...steps, extension: steps.extension || isInstalledHere }
  const isDone = Object.values(done).every(Boolean) && (team || inviteMode !== 'invite')
  useEffect(() => {
    if (isDone && !isReopened) rememberStepsDone(userId)
  }, [isDone, isReopened, userId])
  if (isDone && !isReopened) return null
  const shown = [...Object.values(done), ...(inviteMode === 'hidden' ? [] : [team])]

  return (
    <Card
      title="Next steps"
      aside={
        isReopened ? (
          <Link to={paths.home} className={buttonStyle('secondary', 'sm')}>
            Close
          </Link>
        ) : (
          <span className="tabular-nums">
            {shown.filter(Boolean).length} of {shown.length} done
          </span>
        )
      }
    >
      <ol className="-mb-px grid grid-cols-3 max-lg:grid-cols-2 max-sm:grid-cols-1">
        <FirstSteps done={done} />
        {inviteMode !== 'hidden' && (
          <Step number={6} title="Invite your team" text="Put your dispatchers on one plan." isDone={team}>
            <InviteTeamMembers size="sm" />
          </Step>
        )}
      </ol>
    </Card>
  )
}

function FirstSteps({ done }: { done: Omit<Done, 'team'> }) {
  const texts = stepTexts[useUserType()]
  return (
    <>
      <Step number={1} title="Install the extension" text={texts.extension} isDone={done.extension}>
        <StepLink to={paths.extension}>Show me how</StepLink>
      </Step>
      <Step number={2} title="Make your first template" text={texts.template} isDone={done.template}>
        <StepLink to={paths.templates}>Open templates</StepLink>
      </Step>
      <Step number={3} title="Complete your profile" text={texts.profile} isDone={done.profile}>
        <StepLink to={paths.settingsAt('profile')}>Open settings</StepLink>
      </Step>
      <Step number={4} title="Send from your own mailbox" text={texts.mailbox} isDone={done.mailbox}>
        <StepLink to={paths.connect}>Connect a mailbox</StepLink>
      </Step>
      <Step number={5} title="Send your first email" text={texts.email} isDone={done.email}>
        <a href={paths.practice} className={buttonStyle('secondary', 'sm')}>
          Open practice board
        </a>
      </Step>
    </>
  )
}

const StepLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className={buttonStyle('secondary', 'sm')}>
    {children}
  </Link>
)

const stepTexts = {
  carrier: {
    extension: 'Adds an Email button to every load on your board.',
    template: 'One click on a load sends the Default template with your ask. Change it, or add your own.',
    profile: 'Brokers look for your company, phone, and MC or USDOT number.',
    mailbox: 'Brokers see your own address as the sender.',
    email: 'Try it on the practice board first: no real broker is emailed.',
  },
  broker: {
    extension: 'Adds an Email button to every truck on your board.',
    template: 'One click on a truck sends the Default template about your load. Change it, or add your own.',
    profile: 'Carriers look for your company, phone, and MC or USDOT number.',
    mailbox: 'Carriers see your own address as the sender.',
    email: 'Try it on the practice board first: no real carrier is emailed.',
  },
}

type StepProps = { number: number; title: string; text: string; isDone: boolean; children: ReactNode }

function Step({ number, title, text, isDone, children }: StepProps) {
  return (
    <li className="flex gap-3 border-b border-subtle px-4 py-3">
      {isDone ? (
        <span className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent text-accent-on">
          <Check size={14} strokeWidth={2} aria-hidden="true" />
          <span className="sr-only">Done:</span>
        </span>
      ) : (
        <span
          aria-hidden="true"
          className="tabular-nums flex size-5 shrink-0 items-center justify-center rounded-full border border-control text-micro"
        >
          {number}
        </span>
      )}
      <div className="text-table">
        <p className={isDone ? 'text-muted line-through' : 'font-medium'}>{title}</p>
        {!isDone && (
          <>
            <p className="mt-0.5 mb-2 text-caption text-secondary">{text}</p>
            {children}
          </>
        )}
      </div>
    </li>
  )
}
