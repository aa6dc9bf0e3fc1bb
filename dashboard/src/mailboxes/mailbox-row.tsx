import type { Mailbox } from '@loadping/contract/mailboxes'
import { CircleAlert, Send } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { mailboxLooks } from './mailbox-display.tsx'
import { useConnect, useSelectMailbox, useTestMailbox } from './mailboxes.data.ts'

/** One mailbox: whether new mail leaves from it, what is wrong with it, and what can be done with it. */
export function MailboxRow({ mailbox, onDisconnect }: { mailbox: Mailbox; onDisconnect: () => void }) {
  const { kind, address, isDefault: isSelected, failure, server } = mailbox
  const { name, mark } = mailboxLooks[kind]
  const { mutate: test, isPending: isTesting } = useTestMailbox()
  const { mutate: select, isPending: isSelecting } = useSelectMailbox()
  const what = `${name}, ${address}`
  return (
    <li
      aria-label={what}
      className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-subtle px-4 py-3 last:border-0"
    >
      <span className="flex size-7 shrink-0 items-center justify-center">{mark}</span>
      <div className="min-w-52 flex-1 text-table">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <strong className="min-w-0 font-semibold wrap-anywhere">{address}</strong>
          {isSelected && (
            <Badge tone={failure === null ? 'accent' : 'danger'}>
              <Send size={14} strokeWidth={1.6} aria-hidden="true" />
              New mail leaves from here
            </Badge>
          )}
        </p>
        <p className="text-caption text-secondary wrap-anywhere">
          {name}
          {server && ` · ${server.host}, port ${server.port}`}
          {server && server.user !== address && `, as ${server.user}`}
        </p>
        {failure !== null && (
          <p className="mt-1 flex gap-1.5 text-caption text-danger-text">
            <CircleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="mt-px shrink-0" />
            <span className="min-w-0 wrap-anywhere">{failure}</span>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        {failure !== null && <ConnectAgain mailbox={mailbox} />}
        {failure === null && (
          <Button size="sm" aria-label={`Send a test from ${what}`} isLoading={isTesting} onPress={() => test(mailbox)}>
            Send a test
          </Button>
        )}
        {!isSelected && failure === null && (
          <Button
            size="sm"
            aria-label={`Send from here: ${what}`}
            isLoading={isSelecting}
            onPress={() => select(mailbox)}
          >
            Send from here
          </Button>
        )}
        <Button size="sm" variant="ghost" aria-label={`Disconnect ${what}`} onPress={onDisconnect}>
          Disconnect
        </Button>
      </div>
    </li>
  )
}

/** Leads to the provider again; a server and the relay are connected where their way is explained. */
function ConnectAgain({ mailbox: { kind, address } }: { mailbox: Mailbox }) {
  const { mutate, isPending } = useConnect()
  if (kind === 'smtp' || kind === 'relay')
    return (
      <Link
        to={`${paths.email}#${kind}`}
        aria-label={`Connect ${address} again`}
        className={buttonStyle('primary', 'sm')}
      >
        Connect again
      </Link>
    )
  return (
    <Button
      size="sm"
      variant="primary"
      aria-label={`Connect ${address} again`}
      isLoading={isPending}
      onPress={() => mutate(kind)}
    >
      Connect again
    </Button>
  )
}
