import { formatTime } from '@loadping/contract/format/instants'
import { clockIn } from '@loadping/contract/format/time-zones'
import {
  dailyHour,
  type NotificationKind,
  type NotificationSettings,
  notificationNames,
} from '@loadping/contract/notifications/notifications.api'
import { Check, Lock } from 'lucide-react'
import { useId, useState } from 'react'
import { useMe, useUserType } from '../account/account.data.ts'
import { useChangeWeeklySummary, useWeeklySummary } from '../analytics/analytics.data.ts'
import { AddressText } from '../ui/address-text.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { formatHour } from '../ui/chart-axis.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { useNow } from '../ui/use-now.ts'
import { Choice, NotificationRow } from './notification-row.tsx'
import { browserZone, useNotifications, useSaveNotifications } from './notifications.data.ts'

const often = [
  ['at-once', 'At once'],
  ['hourly', 'Each hour'],
  ['daily', `Daily, ${formatHour(dailyHour)}`],
] as const
const summaryDays = [
  ['weekdays', `Weekdays, ${formatHour(dailyHour)}`],
  ['daily', `Every day, ${formatHour(dailyHour)}`],
] as const
const hours = Array.from({ length: 24 }, (_, hour) => [String(hour), formatHour(hour)] as const)

const texts: Record<NotificationKind, string> = {
  emails: 'Failed, bounced, too late, or it may have been sent',
  mailboxes: 'Signed out, or near its daily limit',
  boards: 'The extension finds no load on its page',
  summary: 'Yesterday, and what waits for you',
}

/** Chooses what is emailed to the user, how often, and when not; each choice is saved at once. */
export function NotificationsCard() {
  const stored = useNotifications()
  const { mutate, isPending, variables } = useSaveNotifications()
  const [savedAt, setSavedAt] = useState<Date>()
  const { email, role } = useMe().data
  const isCarrier = useUserType() === 'carrier'
  const settings = isPending ? variables : isAnyOn(stored) ? stored : { ...stored, timeZone: browserZone() }
  const save = (changes: Partial<NotificationSettings>) =>
    mutate({ ...settings, timeZone: browserZone(), ...changes }, { onSuccess: () => setSavedAt(new Date()) })
  const asks = { settings, onSave: save }
  return (
    <Card
      title="Notifications"
      aside={
        <p role="status" className="flex items-center gap-1.5 whitespace-nowrap text-accent-text">
          {savedAt && !isPending && (
            <>
              <Check size={14} strokeWidth={1.6} aria-hidden="true" />
              Saved {formatTime(savedAt)}
            </>
          )}
        </p>
      }
    >
      <p className="border-b border-subtle px-4 py-3 text-table text-secondary">
        By email to <AddressText>{email}</AddressText>. Off unless you choose them.
      </p>
      <ul>
        {(['emails', 'mailboxes', 'boards'] as const).map((kind) => (
          <KindRow key={kind} {...asks} kind={kind} choices={often} begin={kind === 'boards' ? 'hourly' : 'at-once'} />
        ))}
        <KindRow {...asks} kind="summary" choices={summaryDays} begin="weekdays" />
        {isCarrier && role === 'MANAGER' && <WeeklyRow />}
        <NotificationRow
          start={
            <span className="flex w-8 shrink-0 justify-center text-secondary">
              <Lock size={16} strokeWidth={1.6} aria-hidden="true" />
            </span>
          }
          title="Security"
          text="Sign-in links, new devices and mailboxes, export of your data, deletion of your account"
        >
          Always on
        </NotificationRow>
        <QuietRow {...asks} />
      </ul>
    </Card>
  )
}

const isAnyOn = ({ emails, mailboxes, boards, summary, quiet }: NotificationSettings): boolean =>
  quiet !== null || [emails, mailboxes, boards, summary].some((one) => one !== 'off')

type Asks = { settings: NotificationSettings; onSave: (changes: Partial<NotificationSettings>) => void }

type KindRowProps<Value extends string> = Asks & {
  kind: NotificationKind
  choices: readonly (readonly [value: Value, label: string])[]
  /** What a switch that is turned on begins with. */
  begin: Value
}

function KindRow<Value extends string>({ settings, onSave, kind, choices, begin }: KindRowProps<Value>) {
  const textId = useId()
  const title = notificationNames[kind]
  const chosen = choices.find(([value]) => value === settings[kind])?.[0]
  return (
    <NotificationRow
      start={
        <Switch
          label={title}
          describedBy={textId}
          isOn={settings[kind] !== 'off'}
          onChange={(isOn) => onSave({ [kind]: isOn ? begin : 'off' })}
        />
      }
      title={title}
      text={texts[kind]}
      textId={textId}
    >
      {chosen === undefined ? null : (
        <Choice
          label={`How often: ${title}`}
          value={chosen}
          choices={choices}
          onValue={(value) => onSave({ [kind]: value })}
          className="w-42 max-sm:w-full"
        />
      )}
    </NotificationRow>
  )
}

/** The team's week, which managers get. */
function WeeklyRow() {
  const textId = useId()
  const { isOn } = useWeeklySummary()
  const { mutate, isPending, variables } = useChangeWeeklySummary()
  const isShownOn = isPending ? variables : isOn
  return (
    <NotificationRow
      start={
        <Switch label="Weekly summary" describedBy={textId} isOn={isShownOn} onChange={(value) => mutate(value)} />
      }
      title="Weekly summary"
      text="Your team's week"
      textId={textId}
    >
      {isShownOn ? 'Mondays, 6 AM New York time' : null}
    </NotificationRow>
  )
}

/** What a switch that is turned on begins with. */
const usualQuiet = { from: 20, until: 6 }

function QuietRow({ settings, onSave }: Asks) {
  const textId = useId()
  const { quiet, timeZone } = settings
  const hoursBut = (other: number) => hours.filter(([hour]) => hour !== String(other))
  return (
    <NotificationRow
      start={
        <Switch
          label="Quiet hours"
          describedBy={textId}
          isOn={quiet !== null}
          onChange={(isOn) => onSave({ quiet: isOn ? usualQuiet : null })}
        />
      }
      title="Quiet hours"
      text={
        <>
          What comes meanwhile waits in one email. Security doesn't wait.{' '}
          <ZoneText timeZone={timeZone} onSave={onSave} />
        </>
      }
      textId={textId}
    >
      {quiet ? (
        <>
          <Choice
            label="Quiet from"
            value={String(quiet.from)}
            choices={hoursBut(quiet.until)}
            onValue={(hour) => onSave({ quiet: { ...quiet, from: Number(hour) } })}
            className="w-26 max-sm:flex-1"
          />
          to
          <Choice
            label="Quiet until"
            value={String(quiet.until)}
            choices={hoursBut(quiet.from)}
            onValue={(hour) => onSave({ quiet: { ...quiet, until: Number(hour) } })}
            className="w-26 max-sm:flex-1"
          />
        </>
      ) : null}
    </NotificationRow>
  )
}

/** Says by which clock hours count, and offers this browser's if it is another one. */
function ZoneText({ timeZone, onSave }: { timeZone: string; onSave: Asks['onSave'] }) {
  const now = useNow()
  const here = browserZone()
  const lettersOf = (zone: string) => clockIn(zone, now.getTime()).letters
  const nameOf = (zone: string) => (zone === 'UTC' ? zone : `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`)
  const letters = lettersOf(timeZone)
  const name = nameOf(timeZone)
  const isOther = here !== timeZone && lettersOf(here) !== lettersOf(timeZone)
  return (
    <span>
      Hours are in {name === letters ? name : `${name}, ${letters}`}.
      {isOther && (
        <Button size="sm" onPress={() => onSave({ timeZone: here })}>
          Use {nameOf(here)}
        </Button>
      )}
    </span>
  )
}
