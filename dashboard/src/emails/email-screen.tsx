import { brand } from '@loadping/contract/brand'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { Card } from '../ui/card.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { VerifyWays } from './verify-ways.tsx'

/** Whether one may send, from where, and how to get there. */
export function EmailScreen() {
  const { data: me } = useMe()
  const instructions = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads there again.
  useEffect(() => {
    if (hash !== '#instructions') return
    instructions.current?.scrollIntoView({ block: 'start' })
    instructions.current?.focus({ preventScroll: true })
  }, [hash, key])

  return (
    <>
      <title>{`Verify your email · ${brand.name}`}</title>
      <PageHead title="Verify your email" context={`${me.email} is ${me.accountVerified ? 'verified' : 'not verified yet'}`} />
      <div className="grid items-start gap-4 md:grid-cols-[1fr_376px]">
        <div ref={instructions} id="instructions" tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
          {me.accountVerified ? <Verified email={me.email} /> : <Instructions email={me.email} />}
        </div>
        <Card title="What brokers see">
          <dl className="divide-y divide-subtle px-4 text-table">
            <Fact name="Sent from">{brand.relayAddress}</Fact>
            <Fact name="Answers go to">{me.email}</Fact>
          </dl>
        </Card>
      </div>
    </>
  )
}

const Verified = ({ email }: { email: string }) => (
  <Card title="Instructions">
    <div className="flex gap-3 p-4">
      <CircleCheck size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-accent-text" />
      <div>
        <p className="font-semibold">There is nothing left to do</p>
        <p className="mt-0.5 text-table text-secondary">Email on a load sends your template at once, and brokers’ answers come to {email}.</p>
      </div>
    </div>
  </Card>
)

const Instructions = ({ email }: { email: string }) => (
  <Card title="Instructions" aside="About one minute">
    <ol>
      <Step number={1} title="Choose how to verify" text="With Google or Outlook, leave the permission to send on. Or prove the address by a sign-in email.">
        <VerifyWays email={email} />
      </Step>
      <Step number={2} title="Come back here" text="Both ways end on this page. Then Email on a load is on." />
    </ol>
  </Card>
)

const Step = ({ number, title, text, children }: { number: number; title: string; text: string; children?: ReactNode }) => (
  <li className="flex gap-3 border-b border-subtle p-4 last:border-0">
    <span aria-hidden="true" className="figures flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-micro">
      {number}
    </span>
    <div className="min-w-0">
      <p className="font-semibold">{title}</p>
      <p className="mt-0.5 text-table text-secondary">{text}</p>
      {children}
    </div>
  </li>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 py-2.5">
    <dt className="shrink-0 text-secondary">{name}</dt>
    <dd className="min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
)
