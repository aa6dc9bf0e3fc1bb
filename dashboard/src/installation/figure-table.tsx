import type { FigureReport, InstallationFigure, InstallationState } from '@loadping/contract/installation/installation'
import { Check, CircleAlert, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { ColumnHead } from '../ui/list/column-head.tsx'

const names: Record<InstallationFigure, string> = {
  'oldest-email': 'Oldest email that waits',
  'mail-server': 'Mail server',
  unknown: 'Unknown outcome',
  mailboxes: "People's mailboxes",
  backup: 'Backup',
  database: 'Database',
  'billing-sweep': 'Billing comparison',
  sends: 'Slowest 1% of sends',
  'sign-ins': 'Sign-ins refused',
  versions: 'Versions',
}

const groups: [name: string, figures: InstallationFigure[]][] = [
  ['Sending', ['oldest-email', 'mail-server', 'unknown', 'mailboxes']],
  ['Data', ['backup', 'database', 'billing-sweep']],
  ['Service', ['sends', 'sign-ins', 'versions']],
]

const states: Record<InstallationState, { word: string; tone: Tone; Icon: typeof Check; line: string }> = {
  failing: { word: 'Act now', tone: 'danger', Icon: CircleAlert, line: 'text-danger-text' },
  look: { word: 'Look', tone: 'warning', Icon: TriangleAlert, line: 'text-warning-text' },
  working: { word: 'Good', tone: 'accent', Icon: Check, line: 'text-muted' },
}

export function StateBadge({ state }: { state: InstallationState }) {
  const { word, tone, Icon } = states[state]
  return (
    <Badge tone={tone}>
      <Icon size={12} strokeWidth={1.8} aria-hidden="true" />
      {word}
    </Badge>
  )
}

/** Shows the figures in groups, each with its state, what it means and its last 24 hours. On a phone each is a block. */
export const FigureTable = ({ figures }: { figures: FigureReport[] }) => (
  <Card>
    <table aria-label="Figures" className="w-full text-left text-table max-sm:block">
      <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
        <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
          <ColumnHead label="Figure" />
          <ColumnHead label="Now" isNumber />
          <ColumnHead label="State" />
          <ColumnHead label="In words" />
          <ColumnHead label="24 hours" />
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {groups.map(([group, members]) => (
          <Fragment key={group}>
            <tr className="border-t border-default max-sm:block">
              <th scope="colgroup" colSpan={5} className="h-7 px-4 font-normal text-secondary max-sm:block max-sm:py-1">
                {group}
              </th>
            </tr>
            {members.map((name) => {
              const figure = figures.find((given) => given.figure === name)
              return figure && <FigureRow key={name} {...figure} />
            })}
          </Fragment>
        ))}
      </tbody>
    </table>
  </Card>
)

const FigureRow = ({ figure, value, state, text, hours, note }: FigureReport) => (
  <tr
    className={`border-t border-subtle max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-2.5 sm:[&>*]:h-10 sm:[&>*]:px-4 ${state === 'failing' ? 'bg-danger-subtle' : ''}`}
  >
    <th scope="row" className="font-medium sm:whitespace-nowrap">
      {names[figure]}
    </th>
    <td className="tabular-nums text-right font-semibold whitespace-nowrap">{value}</td>
    <td className="max-sm:col-start-2 max-sm:text-right">
      <StateBadge state={state} />
    </td>
    <td className="w-full text-secondary wrap-anywhere sm:py-1.5 max-sm:col-start-1 max-sm:row-start-2">{text}</td>
    <td className="text-caption text-muted whitespace-nowrap max-sm:col-span-2">
      {hours ? <Hours values={hours} className={states[state].line} /> : note}
    </td>
  </tr>
)

const width = 108
const height = 20

/** A line through the hours that are known, the oldest at the left. Its largest value is read with it. */
function Hours({ values, className }: { values: (number | null)[]; className: string }) {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]))
  const largest = Math.max(0, ...known.map(({ value }) => value))
  const smallest = Math.min(largest, ...known.map(({ value }) => value))
  const share = (value: number) =>
    largest === smallest ? Number(largest > 0) * 0.5 : (value - smallest) / (largest - smallest)
  const points = known.map(({ value, index }) => ({
    x: (index / Math.max(1, values.length - 1)) * (width - 2) + 1,
    y: height - 2 - share(value) * (height - 4),
  }))
  const [only] = points
  return (
    <svg
      width={width}
      height={height}
      className={className}
      role="img"
      aria-label={`Course over ${known.length} hours`}
    >
      {points.length === 1 && only && <circle cx={only.x} cy={only.y} r={1.5} fill="currentColor" />}
      <polyline
        points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  )
}
