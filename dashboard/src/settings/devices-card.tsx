import { formatWhen } from '@loadping/contract/format/instants'
import type { Session } from '@loadping/contract/sign-in/sessions.api'
import { LogOut, Monitor, Puzzle } from 'lucide-react'
import { useState } from 'react'
import { useLogOut } from '../account/account.data.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { AlertDialog } from '../ui/overlay/dialog.tsx'
import { useNow } from '../ui/use-now.ts'
import { useEndAllSessions, useEndSession, useSessions } from './sessions.data.ts'

/** Lists the signed-in devices, each with a button to sign it out, and a button for all. */
export function DevicesCard() {
  const sessions = useSessions()
  const [isAsking, setAsking] = useState(false)
  const now = useNow()
  return (
    <Card title="Signed-in devices" aside="New York time">
      <ul>
        {sessions.map((session) => (
          <Device key={session.id} session={session} now={now} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-subtle bg-sunken px-4 py-3">
        <p className="text-caption text-secondary">Don't recognize a device? Sign it out, or log out everywhere.</p>
        <Button
          variant="danger"
          icon={<LogOut size={16} strokeWidth={1.6} aria-hidden="true" />}
          onPress={() => setAsking(true)}
        >
          Log out everywhere
        </Button>
      </div>
      {isAsking && <LogOutEverywhereDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function LogOutEverywhereDialog({ onClose }: { onClose: () => void }) {
  const { mutate: endAll, isPending } = useEndAllSessions()
  return (
    <AlertDialog
      title="Log out everywhere?"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => endAll(undefined, { onError: onClose })}>
            Log out everywhere
          </Button>
        </>
      }
    >
      All dashboards and extensions are signed out, this device included. Drafts you haven't saved here are deleted;
      everything saved stays.
    </AlertDialog>
  )
}

const kinds = { web: { label: 'Dashboard', Icon: Monitor }, extension: { label: 'Extension', Icon: Puzzle } }

function Device({ session, now }: { session: Session; now: Date }) {
  const { kind, device, lastUsedAt, isCurrent } = session
  const { mutate: endSession, isPending } = useEndSession()
  const logOut = useLogOut()
  const { label, Icon } = kinds[kind]
  return (
    <li className="flex items-center gap-3 border-b border-subtle px-4 py-3 last:border-0">
      <span
        aria-hidden="true"
        className="flex size-7 shrink-0 items-center justify-center rounded-sm bg-active text-secondary"
      >
        <Icon size={16} strokeWidth={1.6} />
      </span>
      <div className="min-w-0 flex-1 text-table">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        <p className="tabular-nums text-caption text-secondary">
          {label} · last used {formatWhen(new Date(lastUsedAt), now)}
        </p>
      </div>
      {isCurrent ? (
        <Button size="sm" onPress={() => void logOut()}>
          Log Out
        </Button>
      ) : (
        <Button
          size="sm"
          aria-label={`Sign out ${device}, ${label}`}
          isLoading={isPending}
          onPress={() => endSession(session)}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
