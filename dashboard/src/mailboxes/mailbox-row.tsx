import { reconnectPath } from '@loadping/contract/emails/waiting'
import { formatFullDate } from '@loadping/contract/format/instants'
import { passwordLoginEnds, passwordLoginNoticeFrom } from '@loadping/contract/mailboxes/mail-limits'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { CircleAlert, Send } from 'lucide-react'
import { Link } from 'react-router'
import { AddressText } from '../ui/address-text.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { useNow } from '../ui/use-now.ts'
import { DailyUse } from './daily-use.tsx'
import { mailboxDisplay } from './mailbox-display.parts.tsx'
import { useConnect, useSetDefaultMailbox, useTestMailbox } from './mailboxes.data.ts'

/** One mailbox: whether it is the default, its error, and its actions. */
export function MailboxRow({ mailbox, onDisconnect }: { mailbox: Mailbox; onDisconnect: () => void }) {
  const { kind, address, isDefault, failure, server } = mailbox
  const { name, mark } = mailboxDisplay[kind]
  const { mutate: test, isPending: isTesting } = useTestMailbox()
  const { mutate: setDefault, isPending: isSettingDefault } = useSetDefaultMailbox()
  const label = `${name}, ${address}`
  return (
    <li
      aria-label={label}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-subtle px-4 py-3 last:border-0"
    >
      <span className="flex size-7 shrink-0 items-center justify-center">{mark}</span>
      <div className="min-w-52 flex-1 text-table">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="min-w-0 font-semibold wrap-anywhere">
            <AddressText>{address}</AddressText>
          </strong>
          {isDefault && (
            <Badge tone={failure === null ? 'accent' : 'danger'}>
              <Send size={14} strokeWidth={1.6} aria-hidden="true" />
              Default
            </Badge>
          )}
        </p>
        <p className="text-caption text-secondary wrap-anywhere">
          {name}
          {(kind === 'google' || kind === 'outlook') && ' · can send, cannot read your mail'}
          {server && (
            <>
              {' · '}
              <AddressText>{server.host}</AddressText>, port {server.port}
              {server.user !== address && (
                <>
                  , as <AddressText>{server.user}</AddressText>
                </>
              )}
            </>
          )}
        </p>
        {failure !== null && (
          <p className="mt-1 flex gap-1.5 text-caption text-danger-text">
            <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="mt-px shrink-0" />
            <span className="min-w-0 wrap-anywhere">{failure}</span>
          </p>
        )}
        {failure === null && <PasswordLoginEnds mailbox={mailbox} />}
        <DailyUse mailbox={mailbox} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {failure !== null && <Reconnect mailbox={mailbox} />}
        {failure === null && (
          <Button
            size="sm"
            aria-label={`Send test email from ${label}`}
            isLoading={isTesting}
            onPress={() => test(mailbox)}
          >
            Send test email
          </Button>
        )}
        {!isDefault && failure === null && (
          <Button
            size="sm"
            aria-label={`Make default: ${label}`}
            isLoading={isSettingDefault}
            onPress={() => setDefault(mailbox)}
          >
            Make default
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-label={`Disconnect ${label}`} onPress={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </li>
  )
}

/** Tells, from the day that Microsoft announced, that a mailbox which logs in to it by password will stop. */
function PasswordLoginEnds({ mailbox: { server, address } }: { mailbox: Mailbox }) {
  const now = useNow()
  if (!server || !passwordLoginEnds(server.host, now)) return null
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-2 text-caption text-warning-text">
      <span className="min-w-0 flex-1">
        Microsoft ends logins with a password, from {formatFullDate(passwordLoginNoticeFrom)} on. Connect Outlook before
        this mailbox stops sending.
      </span>
      <ConnectOutlook address={address} />
    </div>
  )
}

/** Connects a mailbox by Microsoft's own sign-in, in place of a password. */
function ConnectOutlook({ address }: { address: string }) {
  const { mutate, isPending } = useConnect()
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Connect Outlook in place of the password of ${address}`}
      isLoading={isPending}
      onPress={() => mutate('outlook')}
    >
      Connect Outlook
    </Button>
  )
}

/** Goes to the provider again; an SMTP server and the relay are reconnected at their instructions. */
function Reconnect({ mailbox: { kind, address, isLoginOff } }: { mailbox: Mailbox }) {
  const { mutate, isPending } = useConnect()
  if (isLoginOff) return <ConnectOutlook address={address} />
  if (kind === 'smtp' || kind === 'relay')
    return (
      <Link
        to={reconnectPath({ kind, address })}
        aria-label={`Reconnect ${address}`}
        className={buttonStyle('primary', 'sm')}
      >
        Reconnect
      </Link>
    )
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Reconnect ${address}`}
      isLoading={isPending}
      onPress={() => mutate(kind)}
    >
      Reconnect
    </Button>
  )
}
