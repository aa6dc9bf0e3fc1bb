import { brand } from '@loadping/contract/brand'
import { Check, ChevronRight, MailCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Section } from '../section.tsx'
import { AddressText } from '../ui/address-text.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePractice } from './practice.data.ts'
import { PracticeTable } from './practice-table.tsx'
import { type ControlsBy, useBoardControls } from './use-board-controls.ts'

/** A board of made-up postings, whose emails go to the user alone. */
export function PracticeScreen() {
  const board = useRef<HTMLDivElement>(null)
  const controlsBy = useBoardControls(board)
  return (
    <>
      <title>{`Practice board · ${brand.name}`}</title>
      <PageHead
        title="Practice board"
        context={`Made-up loads and brokers to try ${brand.name} on. ${by[controlsBy]}`}
      />
      <div ref={board}>
        <Section what="the practice board" skeleton={<Skeleton className="h-120 w-full" />}>
          <Rules />
          <PracticeTable isOwn={controlsBy === 'page'} />
        </Section>
      </div>
      <p className="mt-3 text-caption text-secondary">
        Each row tries one thing: no rate, no email address, a teammate was first, called already, a long name.
      </p>
    </>
  )
}

const by: Record<ControlsBy, string> = {
  waiting: '',
  extension: 'The buttons are those of your extension.',
  page: 'The extension is not at work here, so this page shows the buttons itself.',
}

/** Who gets the emails, how many are left, and what to do next. */
function Rules() {
  const { to, used, limit, isSealed = false } = usePractice()
  const isBroker = useUserType() === 'broker'
  return (
    <>
      <div className="flex gap-3 rounded-md border border-info-border bg-info-subtle px-4 py-3 text-info-text">
        <MailCheck size={20} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <p className="font-semibold">
            {isSealed ? 'Emails from this account reach nobody' : 'Emails from this page go only to you'}
          </p>
          <p className="tabular-nums text-table">
            {isSealed ? (
              <>
                Read them on the page <StepLink to={paths.email} text="Email" />.{' '}
              </>
            ) : (
              <>
                They arrive at <AddressText>{to}</AddressText>, never at a {isBroker ? 'carrier' : 'broker'}, and don’t
                count
                {isBroker ? ' anywhere' : ' in your plan or Analytics'}.{' '}
              </>
            )}
            <span role="status">
              {used} of {limit} used today.
            </span>
          </p>
        </div>
      </div>
      <Steps current={used > 0 ? 2 : 1} isSealed={isSealed} />
    </>
  )
}

const inbox = 'Look in your inbox: that’s what the other side sees'
const sealedInbox = 'Look on the page Email: that’s what the other side would see'

const steps = [
  { number: 1, text: 'Press Email on a row' },
  { number: 2, text: inbox },
  { number: 3, text: 'Change the words in', link: { to: paths.templates, text: 'My templates' } },
  { number: 4, text: 'Do the same on your own load board' },
]

const Steps = ({ current, isSealed }: { current: number; isSealed: boolean }) => (
  <ol className="my-4 flex flex-wrap items-center gap-x-2 gap-y-2 text-table text-secondary">
    {steps.map(({ number, text, link }) => (
      <li
        key={number}
        aria-current={number === current ? 'step' : undefined}
        className={`flex items-center gap-2 ${number === current ? 'font-semibold text-primary' : ''}`}
      >
        <span
          aria-hidden="true"
          className={`flex size-5 shrink-0 items-center justify-center rounded-full text-caption ${markStyle(number, current)}`}
        >
          {number < current ? <Check size={12} strokeWidth={2.4} /> : number}
        </span>
        <span>
          {isSealed && text === inbox ? sealedInbox : text} {link && <StepLink {...link} />}
          {number < current && <span className="sr-only">, done</span>}
        </span>
        {number < steps.length && (
          <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" className="text-muted max-sm:hidden" />
        )}
      </li>
    ))}
  </ol>
)

const StepLink = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} className="underline underline-offset-3 hover:text-primary">
    {text}
  </Link>
)

function markStyle(number: number, current: number): string {
  if (number < current) return 'bg-accent-subtle text-accent-text'
  return number === current ? 'bg-accent text-accent-on' : 'bg-active text-secondary'
}
