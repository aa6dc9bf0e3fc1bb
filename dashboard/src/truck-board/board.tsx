import { Following } from '../home/following.parts.tsx'
import { useNow } from '../ui/use-now.ts'
import { BoardHead } from './board-head.tsx'
import { NoTrucks } from './board-states.tsx'
import { FleetBoard } from './fleet-board.tsx'
import { OneTruck, WithoutTruck } from './one-truck.tsx'
import { TakenLines } from './taken-lines.tsx'
import { useTruckBoard } from './truck-board.data.ts'
import { useBoardDialogs } from './use-board-dialogs.tsx'
import { useFleet } from './use-fleet.ts'

const features = ['truck-board'] as const

/** The board of several trucks, the page of one, or how to add the first. */
export function Board() {
  const board = useTruckBoard()
  const now = useNow()
  const fleet = useFleet(board, now)
  const dialogs = useBoardDialogs({ board, today: fleet.today, now, zoneOf: fleet.zoneOf })
  const [only] = fleet.rows
  return (
    <>
      <Following features={features} />
      <BoardHead board={board} rows={fleet.rows} onAdd={dialogs.addTruck} onPaste={dialogs.paste} />
      <TakenLines taken={board.taken} now={now} />
      {only === undefined ? (
        <>
          <NoTrucks onAdd={dialogs.addTruck} onPaste={dialogs.paste} />
          <WithoutTruck summary={board.withoutTruck} names={dialogs.names} now={now} onBook={dialogs.bookAsk} />
        </>
      ) : fleet.rows.length === 1 ? (
        <OneTruck row={only} board={board} days={fleet.days} now={now} dialogs={dialogs} />
      ) : (
        <FleetBoard board={board} fleet={fleet} now={now} dialogs={dialogs} />
      )}
      {dialogs.dialogs}
    </>
  )
}
