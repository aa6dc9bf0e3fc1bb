import { formatDollars } from '@loadping/contract/format/money'
import type { HandoverTruck, OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { type LucideIcon, Mail, MessageSquare, Phone, StickyNote } from 'lucide-react'
import { Link } from 'react-router'
import { statusDisplay, telOf } from '../../loads/load-display.parts.tsx'
import { useNextAsk } from '../../loads/next-ask.data.ts'
import { paths } from '../../paths.ts'
import { tones } from '../../ui/badge.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Lane } from '../../ui/lane-glyph.tsx'
import { useFloor } from '../due/floor.ts'
import { ClassCode, Mark } from '../truck-marks.tsx'
import { describeCounts, describeWhere, type Line, type LineKind, linesOf, type Times } from './handover-lines.ts'

/** What can be done with a truck: a teammate's is chosen, an own one gets a note. */
export type TruckActions =
  | { kind: 'choose'; isLeftOut: (id: string) => boolean; onToggle: (ids: string[]) => void }
  | { kind: 'note'; onNote: (truck: HandoverTruck) => void }

type TruckProps = {
  truck: HandoverTruck
  times: Times
  actions: TruckActions
  onCall: (ask: OpenAsk) => void
}

/** The row of a truck on the page, which has its `data-id`, and in it the control that takes the focus. */
export const truckRow = '[data-handover]'
export const truckControl = '[data-handover] :is(input, [data-truck])'

const unprinted = 'print:[&>input]:hidden'

const headStyle =
  'flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-0.5 bg-sunken px-4 py-1.5 has-[:focus-visible]:bg-selected print:min-h-0 print:py-1'

/** A truck with a line for each thing that is open of it. */
export function TruckSection({ truck: row, times, actions, onCall }: TruckProps) {
  const { truck, note, asks, open } = row
  const more = asks.count - open.length
  const lines = linesOf(row, times)
  return (
    <li
      data-handover
      data-id={truck.id}
      className="border-b border-default [contain-intrinsic-size:auto_120px] [content-visibility:auto] last:border-0 print:break-inside-avoid print:[content-visibility:visible]"
    >
      <div className={headStyle}>
        <h2 className="font-semibold">
          {actions.kind === 'choose' ? (
            <Checkbox
              isChecked={!actions.isLeftOut(truck.id)}
              onChange={() => actions.onToggle([truck.id])}
              className={unprinted}
            >
              <bdi>{truck.name}</bdi>
            </Checkbox>
          ) : (
            <bdi>{truck.name}</bdi>
          )}
        </h2>
        {truck.equipment && <ClassCode equipment={truck.equipment} />}
        <span className="text-table text-secondary max-sm:order-3 max-sm:basis-full">{describeWhere(row, times)}</span>
        <span className="tabular-nums ml-auto text-caption text-secondary max-sm:order-4 max-sm:ml-0 max-sm:basis-full">
          {describeCounts(row)}
        </span>
        {actions.kind === 'note' && <NoteButton truck={row} isNew={note === null} onNote={actions.onNote} />}
      </div>
      <ul aria-label={`Open of ${truck.name}`} className="tabular-nums text-table print:text-micro">
        {lines.map((line) => line.kind !== 'note' && <LineItem key={line.id} line={line} onCall={onCall} />)}
        {more > 0 && (
          <li className="border-t border-subtle px-4 py-1.5 text-secondary sm:pl-35 print:py-0.5 print:pl-27">
            and {more} more {more === 1 ? 'ask' : 'asks'}
          </li>
        )}
        {lines.map((line) => line.kind === 'note' && <LineItem key={line.id} line={line} onCall={onCall} />)}
      </ul>
    </li>
  )
}

type NoteButtonProps = { truck: HandoverTruck; isNew: boolean; onNote: (truck: HandoverTruck) => void }

const NoteButton = ({ truck, isNew, onNote }: NoteButtonProps) => (
  <button
    type="button"
    data-truck
    aria-label={`${isNew ? 'Note' : 'Change the note'} for ${truck.truck.name}`}
    aria-keyshortcuts="N"
    onClick={() => onNote(truck)}
    className="inline-flex h-6 items-center gap-1.5 rounded-xs border border-default bg-surface px-2 text-caption font-medium hover:bg-hover max-sm:ml-auto max-sm:h-11 max-sm:px-3 print:hidden"
  >
    <StickyNote size={12} strokeWidth={1.8} aria-hidden="true" />
    {isNew ? 'Note' : 'Change note'}
  </button>
)

const marks: Partial<Record<LineKind, { Icon: LucideIcon; label: string; style: string }>> = {
  countered: { Icon: MessageSquare, label: 'Countered', style: tones.warning },
  due: { Icon: Phone, label: 'Call due', style: tones.neutral },
  unconfirmed: { Icon: Mail, label: 'Unconfirmed', style: tones.neutral },
  note: { Icon: StickyNote, label: 'Note', style: tones.neutral },
}

/** One line; on a phone its parts are below each other. */
function LineItem({ line, onCall }: { line: Line; onCall: (ask: OpenAsk) => void }) {
  const { who, lane, cents } = line
  return (
    <li className="grid grid-cols-[112px_minmax(0,1fr)_minmax(0,1.1fr)_60px_minmax(0,1.25fr)] items-center gap-x-3 border-t border-subtle px-4 py-1.5 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0.5 max-sm:py-2.5 print:grid-cols-[84px_minmax(0,1fr)_minmax(0,1.2fr)_44px_minmax(0,1.35fr)] print:gap-x-2 print:py-0.5">
      <span className="flex">
        <KindMark kind={line.kind} />
      </span>
      <bdi className="font-medium wrap-anywhere max-sm:order-2 max-sm:col-span-2">{who}</bdi>
      {lane && (
        <span className="text-secondary wrap-anywhere max-sm:order-3 max-sm:col-span-2">
          {lane.loadId === null ? (
            <Lane {...lane} />
          ) : (
            <Link to={paths.load(lane.loadId)} className="rounded-xs hover:underline">
              <Lane {...lane} />
            </Link>
          )}
        </span>
      )}
      {lane && (
        <span className="text-right font-semibold max-sm:order-1">
          {cents === null || cents === undefined ? <EmptyValue /> : formatDollars(cents)}
        </span>
      )}
      <span
        className={`wrap-anywhere max-sm:order-4 max-sm:col-span-2 ${lane ? '' : 'col-span-3 whitespace-pre-line'}`}
      >
        <LineText line={line} onCall={onCall} />
      </span>
    </li>
  )
}

/** What is known of a line, with the phone number to call, the ask to try next, or where to say whether an email was sent. */
function LineText({ line, onCall }: { line: Line; onCall: (ask: OpenAsk) => void }) {
  const { call, counter, text } = line
  if (counter)
    return (
      <>
        {counter.said}, <NextAsk {...counter} />
        {text.startsWith('“') ? `. ${text}` : text}
      </>
    )
  if (line.isToConfirm) return <Unconfirmed line={line} />
  if (!call) return text
  const { phone } = call.facts
  return phone ? (
    <>
      <a
        href={telOf(phone)}
        onClick={() => onCall(call)}
        className="whitespace-nowrap text-accent-text underline underline-offset-3 max-sm:-my-1 max-sm:inline-block max-sm:py-2 print:text-primary"
      >
        {phone}
      </a>
      , {text}
    </>
  ) : (
    `No phone posted, ${text}`
  )
}

/** The next ask of the ladder, or how old the counter is while none is known. */
function NextAsk({ ask, truck, age }: NonNullable<Line['counter']>) {
  const cents = useNextAsk(ask, useFloor(ask, truck))
  return cents === undefined ? age : `next ask ${formatDollars(cents)}`
}

const Unconfirmed = ({ line: { text, lane } }: { line: Line }) => (
  <>
    {text}{' '}
    <Link
      to={lane?.loadId ? paths.load(lane.loadId) : `${paths.email}?group=attention`}
      className="whitespace-nowrap text-accent-text underline underline-offset-3 max-sm:-my-1 max-sm:inline-block max-sm:py-2 print:hidden"
    >
      Confirm
    </Link>
  </>
)

function KindMark({ kind }: { kind: LineKind }) {
  const mark = marks[kind]
  if (mark) return <Mark {...mark}>{mark.label}</Mark>
  const display = kind in statusDisplay ? statusDisplay[kind as keyof typeof statusDisplay] : statusDisplay.contacted
  return <Mark {...display}>{display.label}</Mark>
}

type QuietProps = { trucks: readonly HandoverTruck[]; actions: TruckActions }

/** The trucks with nothing open, in one line. */
export function QuietTrucks({ trucks, actions }: QuietProps) {
  const text = `${trucks.length === 1 ? '1 truck has' : `${trucks.length} trucks have`} nothing open:`
  const style = 'flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2 text-table text-secondary'
  if (actions.kind === 'note')
    return (
      <li className={style}>
        {text}
        {trucks.map((row) => (
          <span key={row.truck.id} data-handover data-id={row.truck.id}>
            <button
              type="button"
              data-truck
              aria-label={`Note for ${row.truck.name}`}
              title={`Note for ${row.truck.name}`}
              onClick={() => actions.onNote(row)}
              className="rounded-xs text-primary hover:underline max-sm:min-h-11 max-sm:px-1"
            >
              <bdi>{row.truck.name}</bdi>
            </button>
          </span>
        ))}
      </li>
    )
  const out = trucks.filter(({ truck }) => actions.isLeftOut(truck.id)).length
  return (
    <li data-handover data-id="quiet" className={`${style} has-[:focus-visible]:bg-selected`}>
      <Checkbox
        isChecked={out === 0 ? true : out === trucks.length ? false : 'mixed'}
        onChange={() => actions.onToggle(trucks.map(({ truck }) => truck.id))}
        className={unprinted}
      >
        <span>
          {text} <span className="text-primary">{trucks.map(({ truck }) => truck.name).join(', ')}</span>
        </span>
      </Checkbox>
    </li>
  )
}
