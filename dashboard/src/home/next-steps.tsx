import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useExtensionVersion } from '../extension/extension.data.ts'
import { paths } from '../paths.ts'
import { InviteTeamMembers, useInviteButtonMode } from '../team/team.parts.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'

/** Lists the steps to the first inquiry, and the invitation of a team. */
export function NextSteps() {
  const hasExtension = useExtensionVersion() !== undefined
  const canOfferTeam = useInviteButtonMode() !== 'hidden'
  return (
    <Card title="Next steps">
      <ol>
        <Step
          number={1}
          title="Install the extension"
          text="Adds an Email button to every load on your board."
          isDone={hasExtension}
        >
          <Link to={paths.extension} className={buttonStyle('secondary', 'sm')}>
            Show me how
          </Link>
        </Step>
        <Step
          number={2}
          title="Review your Default template"
          text="One click on a load sends this email with your rate."
        >
          <Link to={paths.templates} className={buttonStyle('secondary', 'sm')}>
            Open templates
          </Link>
        </Step>
        <Step number={3} title="Send from your own mailbox" text="Brokers see your own address as the sender.">
          <Link to={`${paths.email}#instructions`} className={buttonStyle('secondary', 'sm')}>
            Connect a mailbox
          </Link>
        </Step>
        <Step number={4} title="Try it on the demo board" text="A board with sample loads. No real broker is emailed.">
          <a href={paths.demoBoard} className={buttonStyle('secondary', 'sm')}>
            Open demo board
          </a>
        </Step>
        {canOfferTeam && (
          <Step number={5} title="Invite your team" text="Put your dispatchers on one plan.">
            <InviteTeamMembers size="sm" />
          </Step>
        )}
      </ol>
    </Card>
  )
}

type StepProps = { number: number; title: string; text: string; isDone?: boolean; children: ReactNode }

function Step({ number, title, text, isDone = false, children }: StepProps) {
  return (
    <li className="flex gap-3 border-b border-subtle px-4 py-3 last:border-0">
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
