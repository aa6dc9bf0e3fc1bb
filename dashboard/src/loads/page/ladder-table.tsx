import { formatDollars, formatPerMile } from '@loadping/contract/format/money'
import { shownFloorCents } from '@loadping/contract/loads/ask-ladder'
import type { Ladder } from './use-ladder.ts'

type LadderTableProps = {
  ladder: Ladder
  tripMiles: number | undefined
  /** What an ask leaves after the user's costs. */
  leftAt: (cents: number) => number | undefined
}

type Row = { name: string; cents: number; kind: 'ask' | 'offer' | 'floor' }

/** The asks from target to floor, each with what it leaves; a click asks it. */
export function LadderTable({ ladder, tripMiles, leftAt }: LadderTableProps) {
  return (
    <table className="tabular-nums w-full text-table" aria-label="Asks from target to floor">
      <thead>
        <tr className="text-caption text-secondary *:px-1.5 *:pb-1 *:text-right *:font-normal">
          <th className="!text-left">
            <span className="sr-only">Step</span>
          </th>
          <th>Ask</th>
          <th>/mi</th>
          <th>Left over</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(ladder).map((row) => (
          <LadderRow
            key={`${row.kind} ${row.cents}`}
            row={row}
            ladder={ladder}
            tripMiles={tripMiles}
            left={leftAt(row.cents)}
          />
        ))}
      </tbody>
    </table>
  )
}

function rowsOf({ targetCents, stepCents, floorCents, offeredCents }: Ladder): Row[] {
  const rows: Row[] = [
    { name: 'Target', cents: targetCents, kind: 'ask' },
    ...stepCents.map((cents, index): Row => ({ name: `Step ${index + 1}`, cents, kind: 'ask' })),
    ...(offeredCents === undefined ? [] : [{ name: 'Broker said', cents: offeredCents, kind: 'offer' as const }]),
    { name: 'Floor, your costs', cents: shownFloorCents(floorCents), kind: 'floor' },
  ]
  return rows.toSorted((one, other) => other.cents - one.cents)
}

const tones: Record<Row['kind'], string> = {
  ask: '',
  offer: 'bg-warning-subtle text-warning-text',
  floor: 'text-danger-text',
}

type LadderRowProps = { row: Row; ladder: Ladder; tripMiles: number | undefined; left: number | undefined }

function LadderRow({ row: { name, cents, kind }, ladder, tripMiles, left }: LadderRowProps) {
  const { askCents, lastCents, nextCents, take } = ladder
  const isTaken = kind === 'ask' && askCents === cents
  const mark = kind !== 'ask' ? '' : cents === lastCents ? ', asked' : cents === nextCents ? ', next' : ''
  return (
    <tr
      className={`border-t border-subtle *:px-1.5 *:py-0.5 *:text-right ${isTaken ? 'bg-accent-subtle' : tones[kind]}`}
    >
      <th scope="row" className="!text-left font-normal">
        {name}
        {mark}
      </th>
      <td className="font-semibold">
        {kind === 'ask' ? (
          <button
            type="button"
            aria-pressed={isTaken}
            onClick={() => take(cents)}
            className="-mx-1.5 rounded-sm px-1.5 py-0.5 font-semibold text-accent-text hover:bg-hover max-sm:min-h-11"
          >
            {formatDollars(cents)}
          </button>
        ) : (
          formatDollars(cents)
        )}
      </td>
      <td>{tripMiles ? formatPerMile(cents, tripMiles) : ''}</td>
      <td>{left === undefined ? '' : left < 0 ? `−${formatDollars(-left)}` : formatDollars(left)}</td>
    </tr>
  )
}
