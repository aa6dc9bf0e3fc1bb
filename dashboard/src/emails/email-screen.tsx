import { brand } from '@loadping/contract/brand'
import { ProviderProblem } from '@loadping/contract/sign-in'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { ConnectOptions } from '../mailboxes/connect-options.tsx'
import { useFinishConnecting } from '../mailboxes/mailboxes.data.ts'
import { BrokersSee, BrokersSeeSkeleton, MailboxesCard, MailboxesSkeleton } from '../mailboxes/mailboxes-card.tsx'
import { Section } from '../section.tsx'
import { Banner } from '../ui/banner.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { EmailSection } from './email-section.tsx'

const problems: Record<ProviderProblem, { title: string; text: string }> = {
  canceled: {
    title: 'You left before the mailbox was connected.',
    text: 'Nothing has changed. Try again, or choose another way below.',
  },
  failed: {
    title: 'That mailbox was not connected.',
    text: 'Leave the permission to send on, or choose another way below.',
  },
  unavailable: {
    title: 'That service cannot be reached right now.',
    text: 'Try again in a moment, or choose another way below.',
  },
}

/** From where one's mail leaves, how to get there, and what became of it. */
export function EmailScreen() {
  const { data: me } = useMe()
  const [query] = useSearchParams()
  const isConnecting = useFinishConnecting()
  const title = me.accountVerified ? 'Email' : 'Verify your email'
  const { data: problem } = ProviderProblem.safeParse(query.get('problem'))
  const instructions = (
    <Instructions>
      <ConnectOptions />
    </Instructions>
  )

  return (
    <>
      <title>{`${title} · ${brand.name}`}</title>
      <PageHead title={title} context={`${me.email} is ${me.accountVerified ? 'verified' : 'not verified yet'}`} />
      {problem && (
        <div role="alert" className="mb-4">
          <Banner title={problems[problem].title}>{problems[problem].text}</Banner>
        </div>
      )}
      <div className="flex flex-col gap-4">
        <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_376px]">
          <div className="flex min-w-0 flex-col gap-4">
            <Section what="Your mailboxes" skeleton={me.accountVerified && <MailboxesSkeleton />}>
              <MailboxesCard isConnecting={isConnecting} />
            </Section>
            {!me.accountVerified && instructions}
          </div>
          <Section what="What brokers see" skeleton={<BrokersSeeSkeleton />}>
            <BrokersSee />
          </Section>
        </div>
        <EmailSection />
        {me.accountVerified && instructions}
      </div>
    </>
  )
}

/** Where `#instructions` leads, and `#smtp` and others into it. */
function Instructions({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link leads there again.
  useEffect(() => {
    const target =
      hash === '#instructions'
        ? place.current
        : hash && place.current?.querySelector<HTMLElement>(`[id="${CSS.escape(hash.slice(1))}"]`)
    if (!target) return
    target.scrollIntoView({ block: 'start' })
    target.focus({ preventScroll: true })
  }, [hash, key])

  return (
    <div ref={place} id="instructions" tabIndex={-1} className="scroll-mt-4 rounded-md outline-none">
      {children}
    </div>
  )
}
