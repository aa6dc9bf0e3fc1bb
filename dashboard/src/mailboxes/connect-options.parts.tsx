import { brand } from '@loadping/contract/brand'
import type { Mailbox, MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { CircleCheck, Mail, ShieldCheck } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { requestErrorMessage, useRequestLink } from '../sign-in/sign-in.data.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { providerMarks } from '../ui/provider-marks.tsx'
import { useToast } from '../ui/toast.ts'
import { GooglePicture, OutlookPicture, RelayPicture, ServerPicture } from './connect-illustrations.tsx'
import { connectedText, useConnect, useServerMailboxes } from './mailboxes.data.ts'
import { SmtpForm } from './smtp-form.tsx'
import { smtpPresets } from './smtp-presets.ts'
import { WaitingOffer } from './waiting-offer.parts.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The ways to connect a mailbox, step by step, or only the one of a kind. */
export const ConnectOptions = ({ kind }: { kind?: MailboxKind | undefined }) => (
  <Card title="Instructions" aside="About one minute">
    <p className="border-b border-subtle px-4 py-3 text-table text-secondary">
      Your own mailbox works best: recipients see your address, trust its domain, and replies reach your inbox. You can
      connect several, also of one kind; new emails go out from the default.
    </p>
    {options
      .filter((option) => (kind === undefined || option.kind === kind) && isSetUp(option.kind))
      .map((option) => (
        <ConnectOption key={option.kind} {...option} />
      ))}
  </Card>
)

/** Whether this server can send through mailboxes of a kind. */
const isSetUp = (kind: MailboxKind): boolean =>
  kind === 'relay' ? brand.hasRelay : !brand.missingProviders?.some((id) => id === kind)

type ConnectOptionProps = {
  kind: MailboxKind
  title: string
  /** What connecting it lets us do, and in whose words we ask. */
  permission: ReactNode
  steps: ReactNode[]
  picture: ReactNode
  action: ReactNode
}

/** One way to connect: its steps, an illustration, and what starts it. */
function ConnectOption({ kind, title, permission, steps, picture, action }: ConnectOptionProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="border-b border-subtle p-4 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={titleId} className="font-semibold">
          {title}
        </h3>
        {kind !== 'relay' && (
          <Link
            to={`${paths.help}/connect-${kind}`}
            aria-label={`Help: ${title}`}
            className="text-table text-accent-text underline underline-offset-3 max-sm:py-2"
          >
            Help
          </Link>
        )}
      </div>
      <p className="mt-2 flex gap-2 rounded-md bg-accent-subtle px-3 py-2 text-table text-accent-text">
        <ShieldCheck {...icon} className="mt-0.5 shrink-0" />
        <span className="min-w-0">{permission}</span>
      </p>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)_240px] grid-rows-[auto_1fr] gap-x-6 gap-y-4 max-sm:grid-cols-1">
        <ol className="flex flex-col gap-2.5 text-table text-secondary">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change.
            <li key={index} className="flex gap-3">
              <span
                aria-hidden="true"
                className="tabular-nums flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-micro"
              >
                {index + 1}
              </span>
              <div className="min-w-0 pt-0.5">{step}</div>
            </li>
          ))}
        </ol>
        <div className="row-span-2 max-sm:row-span-1">{picture}</div>
        <div>{action}</div>
      </div>
    </section>
  )
}

const googleSteps = [
  'Click the button and choose your Google account.',
  "Check “Send email on your behalf.” It's the only permission we ask for.",
  "Click Continue. You'll return here with your mailbox connected.",
]

const outlookSteps = [
  'Click the button and choose your Microsoft account.',
  'Look for “Send mail as you” in the list.',
  "Click Accept. You'll return here with your mailbox connected.",
]

const serverSteps = [
  <>
    Create an app password at your email provider and name it {brand.name}. Where to create it:
    <ul className="mt-1 flex flex-col gap-0.5">
      {smtpPresets.map(({ name, passwordPage }) => (
        <li key={name}>
          {name}:{' '}
          <a
            href={`https://${passwordPage}`}
            target="_blank"
            rel="noreferrer"
            className="wrap-anywhere text-accent-text underline underline-offset-3"
          >
            {passwordPage}
          </a>
        </li>
      ))}
    </ul>
  </>,
  'Copy it right away; most providers show it once. For Outlook, use the option above: Microsoft is retiring app passwords.',
  "Enter the server below and the address to send as. We'll log in and send a test email. If the address isn't one of yours here, we first email it a code that you enter below.",
]

const relaySteps = [
  'Only if none of the above works for you: recipients compare the sender’s domain with your company’s, and it sends few emails a day.',
  'We send a sign-in email to your account address. Open it and click its button.',
  `Your emails go out from ${brand.relayAddress} with your name; replies come to you.`,
]

/** Says what a provider's permission is for, beside the words in which the provider asks for it. */
const sendsOnly = (provider: string, words: string) => (
  <>
    <strong className="font-semibold">{brand.name} can send. It cannot read your mail.</strong> {provider} asks you for
    one permission about mail, in these words: “{words}”.
  </>
)

const options: ConnectOptionProps[] = [
  {
    kind: 'google',
    title: 'Gmail or Google Workspace',
    permission: sendsOnly('Google', 'Send email on your behalf'),
    picture: <GooglePicture />,
    steps: googleSteps,
    action: <ConnectProvider kind="google" />,
  },
  {
    kind: 'outlook',
    title: 'Outlook or Microsoft 365',
    permission: sendsOnly('Microsoft', 'Send mail as you'),
    picture: <OutlookPicture />,
    steps: outlookSteps,
    action: <ConnectProvider kind="outlook" />,
  },
  {
    kind: 'smtp',
    title: 'Other email (SMTP)',
    permission: `${brand.name} uses the password only to log in to the server that sends. It never opens your inbox.`,
    picture: <ServerPicture />,
    steps: serverSteps,
    action: <ConnectServer />,
  },
  {
    kind: 'relay',
    title: `${brand.name} relay`,
    permission: `${brand.name} sends from an address of its own, and gets no access to a mailbox of yours.`,
    picture: <RelayPicture />,
    steps: relaySteps,
    action: <SendSignInEmail />,
  },
]

function ConnectProvider({ kind }: { kind: MailProviderId }) {
  const { mutate, isPending } = useConnect()
  const { name } = identityProviders[kind]
  return (
    <>
      <Button icon={providerMarks[kind]} isLoading={isPending} onPress={() => mutate(kind)}>
        Connect {name}
      </Button>
      <p className="mt-3 text-caption text-secondary">
        Does an administrator have to allow apps first?{' '}
        <a href={identityProviders[kind].administratorPath} className="text-accent-text underline underline-offset-3">
          Get the message for your {name} administrator
        </a>
      </p>
    </>
  )
}

/** Shows what appears below the end of the screen. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'center' })

function ConnectServer() {
  const { data: me } = useMe()
  const mailboxes = useServerMailboxes()
  const [query] = useSearchParams()
  const [connected, setConnected] = useState<Mailbox>()
  const chosen = mailboxes.find(({ address }) => address === query.get('reconnect')) ?? mailboxes[0]
  const key = `${chosen?.address} ${chosen?.server?.host}`
  return (
    <>
      <SmtpForm key={key} ownAddress={me.email} mailboxes={mailboxes} chosen={chosen} onConnected={setConnected} />
      {connected && (
        <p ref={scrollIntoView} role="status" className="mt-4 flex gap-2 rounded-md bg-accent-subtle p-3 text-table">
          <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
          <span className="min-w-0 wrap-anywhere">{connectedText(connected)}</span>
        </p>
      )}
      {connected && <WaitingOffer className="mt-2 rounded-md bg-warning-subtle" />}
    </>
  )
}

function SendSignInEmail() {
  const { data: me } = useMe()
  const requestLink = useRequestLink()
  const navigate = useNavigate()
  const showToast = useToast()

  function send() {
    requestLink.mutate(
      { email: me.email, redirect: paths.email },
      {
        onSuccess: () => void navigate(paths.verifyingFor(me.email, paths.email)),
        onError: (error) => showToast(requestErrorMessage(error), 'error'),
      },
    )
  }

  return (
    <Button icon={<Mail {...icon} />} isLoading={requestLink.isPending} onPress={send}>
      Send a sign-in email
    </Button>
  )
}
