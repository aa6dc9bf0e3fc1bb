import type { SentEmail } from '@loadping/contract/emails/emails'
import { formatMoney } from '@loadping/contract/format/money'
import type { PracticeRow } from '@loadping/contract/practice/practice'
import { askOf } from '@loadping/contract/templates/template-ask'
import { templateForLoad } from '@loadping/contract/templates/template-for-load'
import { Bookmark, BookmarkCheck, Check, type LucideIcon, Mail, Phone, PhoneCall, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useMe, useUserType } from '../account/account.data.ts'
import { isInFlight } from '../emails/emails.data.ts'
import { VerifyEmailDialog } from '../emails/emails.parts.tsx'
import { useSentEmail } from '../loads/page/load-page.data.ts'
import { useTemplates } from '../templates/templates.data.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.ts'
import { useSendPractice } from './practice.data.ts'

/** The controls of a row as the extension draws them: price, Email, Call, Save. */
export function PracticeControls({ row }: { row: PracticeRow }) {
  const { email, send, isPending, askCents, verify } = usePracticeEmail(row)
  const isBroker = useUserType() === 'broker'
  const showToast = useToast()
  const [isCalled, setCalled] = useState(row.was === 'called')
  const [isSaved, setSaved] = useState(row.was === 'saved')

  function call() {
    setCalled(true)
    showToast(`Marked as called. On a real board this dials the number, here ${row.load.phone}.`, 'success')
  }
  function save() {
    setSaved(true)
    showToast('Saved, for practice only. On a real board it is in My loads then.', 'success')
  }

  return (
    <div className="flex flex-wrap items-center gap-1">
      <PriceChip cents={email?.state === 'sent' ? email.askCents : askCents} isSent={email?.state === 'sent'} />
      {row.load.contactEmail !== undefined && <MainControl {...{ row, email, isPending }} onSend={send} />}
      <Control tone={isCalled ? 'called' : 'rest'} Icon={isCalled ? PhoneCall : Phone} onPress={call}>
        {isCalled ? 'Called' : 'Call'}
      </Control>
      {!isBroker && (
        <Control tone={isSaved ? 'good' : 'rest'} Icon={isSaved ? BookmarkCheck : Bookmark} onPress={save}>
          {isSaved ? 'Saved' : 'Save'}
        </Control>
      )}
      {verify}
    </div>
  )
}

/** The email about a row: what it asks, how to send it, and what became of it. */
function usePracticeEmail({ id, load }: PracticeRow) {
  const { data: me } = useMe()
  const [emailId, setEmailId] = useState<string>()
  const [isVerifyAsked, setVerifyAsked] = useState(false)
  const template = templateForLoad(useTemplates(), load)
  const ask = template && askOf(template, load)
  const sent = useSentEmail(emailId)
  const lane = `${load.origin.city}, ${load.origin.state} → ${load.dest.city}, ${load.dest.state}`
  const { mutate, isPending } = useSendPractice(() =>
    ask?.statedCents ? `${lane}, asked ${formatMoney(ask.statedCents)}.` : `${lane}.`,
  )

  function send() {
    if (!me.accountVerified) return setVerifyAsked(true)
    if (!template) return
    const expected = { askCents: ask?.statedCents ?? null, templateVersion: template.version }
    mutate({ row: id, templateId: template.id, expected }, { onSuccess: ({ answer }) => setEmailId(answer.id) })
  }

  return {
    email: sent?.state === 'undone' ? undefined : sent,
    send,
    isPending,
    askCents: ask?.chipCents,
    verify: isVerifyAsked && <VerifyEmailDialog email={me.email} onClose={() => setVerifyAsked(false)} />,
  }
}

const PriceChip = ({ cents, isSent }: { cents: number | null | undefined; isSent: boolean }) => (
  <span
    className={`tabular-nums mr-0.5 flex h-6 min-w-14 items-center justify-center rounded-xs px-2 font-semibold max-sm:h-9 ${isSent && cents ? 'bg-accent text-accent-on' : cents ? 'bg-active' : 'bg-active font-medium text-muted'}`}
  >
    {cents ? formatMoney(cents) : 'No rate'}
  </span>
)

type MainProps = { row: PracticeRow; email: SentEmail | undefined; isPending: boolean; onSend: () => void }

function MainControl({ row: { was }, email, isPending, onSend }: MainProps) {
  const [isWarned, setWarned] = useState(false)
  const mate = typeof was === 'object' ? was : undefined
  if (isPending || (email && isInFlight(email)))
    return (
      <Status>
        <Spinner /> Sending
      </Status>
    )
  if (email?.state === 'sent')
    return (
      <Status>
        <Check size={14} strokeWidth={2} aria-hidden="true" /> Sent to you
      </Status>
    )
  if (email)
    return (
      <Control tone="bad" Icon={Mail} title={email.failure ?? undefined} onPress={onSend}>
        {email.state === 'failed' ? 'Not sent' : 'Not confirmed'}
      </Control>
    )
  if (mate && !isWarned)
    return (
      <Control
        tone="warning"
        Icon={Users}
        title={`${mate.by} emailed them ${mate.minutesAgo}m ago. Press to email them too`}
        onPress={() => setWarned(true)}
      >{`${mate.by}, ${mate.minutesAgo}m`}</Control>
    )
  return (
    <Control tone="rest" Icon={Mail} isMain onPress={onSend}>
      {mate ? 'Email anyway' : 'Email'}
    </Control>
  )
}

const tones = {
  rest: 'border-control bg-surface hover:bg-hover',
  called: 'border-info-border bg-info-subtle text-info-text',
  good: 'border-accent-border bg-accent-subtle text-accent-text',
  warning: 'border-warning-border bg-warning-subtle text-warning-text',
  bad: 'border-danger-border bg-danger-subtle text-danger-text',
} as const

const shape = 'inline-flex h-6 items-center gap-1 rounded-xs border px-1.5 font-medium max-sm:h-9 max-sm:px-2.5'

type ControlProps = {
  tone: keyof typeof tones
  Icon: LucideIcon
  isMain?: boolean
  title?: string | undefined
  onPress: () => void
  children: string
}

const Control = ({ tone, Icon, isMain = false, title, onPress, children }: ControlProps) => (
  <button
    type="button"
    title={title}
    onClick={onPress}
    className={`${shape} ${tones[tone]} ${isMain ? 'hover:border-accent hover:bg-accent hover:text-accent-on' : ''}`}
  >
    <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
    {children}
  </button>
)

const Status = ({ children }: { children: ReactNode }) => (
  <span role="status" className={`${shape} ${tones.good}`}>
    {children}
  </span>
)
