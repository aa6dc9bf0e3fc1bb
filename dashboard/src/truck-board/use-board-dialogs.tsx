import type { Day } from '@loadping/contract/format/new-york-days'
import type { BoardTruck, OpenAsk, TakeBack, TruckBoard } from '@loadping/contract/truck-board/truck-board'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTruckDialog } from '../trucks/truck-dialog.parts.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useToast } from '../ui/toast.ts'
import { withParams } from '../use-url-filter.ts'
import { type Candidate, candidateOf, useTellBooked } from './truck-board.data.ts'

const AsksDrawer = lazyPart(async () => (await import('./asks-drawer.tsx')).AsksDrawer)
const TakeBackDrawer = lazyPart(async () => (await import('./take-back/take-back-drawer.tsx')).TakeBackDrawer)
const BookDialog = lazyPart(async () => (await import('./book-dialog.tsx')).BookDialog)
const BookTruckDialog = lazyPart(async () => (await import('./book-truck-dialog.tsx')).BookTruckDialog)
const AbsenceDialog = lazyPart(async () => (await import('./absence-dialog.tsx')).AbsenceDialog)
const PasteTrucksDialog = lazyPart(async () => (await import('./paste/paste-trucks-dialog.tsx')).PasteTrucksDialog)

type Open =
  | { kind: 'asks'; id: string }
  | { kind: 'book'; asks: OpenAsk[] }
  | { kind: 'book-truck'; id: string }
  | { kind: 'absence'; id: string }

type Shown = { board: TruckBoard; today: Day; now: Date; zoneOf: (id: string) => string }

/** What opens over the board: asks, bookings, what is taken back, and the dialogs that change trucks. */
export function useBoardDialogs({ board, today, now, zoneOf }: Shown) {
  const [open, setOpen] = useState<Open>()
  const [takingBack, setTakingBack] = useState<Candidate>()
  const [params, setParams] = useSearchParams()
  const isPasting = params.has('paste')
  const setPasting = (isOpen: boolean) =>
    setParams(withParams(params, { paste: isOpen ? 'open' : '' }), { replace: true })
  const showToast = useToast()
  const trucks = board.trucks.map(({ truck }) => truck)
  const tellBooked = useTellBooked()
  const truckDialog = useTruckDialog(trucks)
  const find = (id: string): BoardTruck | undefined => board.trucks.find(({ truck }) => truck.id === id)
  const linked = find(params.get('take-back') ?? '')
  const takenBack = takingBack ?? (linked?.booking ? candidateOf(linked) : undefined)
  const candidate = (id: string): Candidate => {
    const row = find(id)
    return row ? candidateOf(row) : { id, name: '', bookedWith: null }
  }
  const names = new Map(trucks.map(({ id, name }) => [id, name]))
  const close = () => setOpen(undefined)
  function closeTakeBack() {
    setTakingBack(undefined)
    setParams(withParams(params, { 'take-back': '' }), { replace: true })
  }
  const bookAsk = (ask: OpenAsk) => setOpen({ kind: 'book', asks: [ask] })

  function onBooked(truck: Candidate, takeBack: TakeBack) {
    close()
    if (tellBooked(truck, takeBack)) setTakingBack(truck)
  }
  const withTruck = (id: string, act: (row: BoardTruck) => void) => () => {
    const row = find(id)
    if (row) act(row)
  }
  return {
    names,
    openAsks: (id: string) => setOpen({ kind: 'asks', id }),
    openTakeBack: (id: string) =>
      withTruck(id, (row) =>
        row.booking ? setTakingBack(candidateOf(row)) : showToast(`${row.truck.name} is not booked.`, 'info'),
      )(),
    book: (id: string) =>
      withTruck(id, ({ truck, asks }) =>
        asks.count > 0
          ? setOpen({ kind: 'book-truck', id })
          : showToast(`${truck.name} has no open asks. Book its load on the load's page.`, 'info'),
      )(),
    bookAsk,
    editPlace: (id: string) => withTruck(id, ({ truck }) => truckDialog.edit(truck, zoneOf(id), 'place'))(),
    setAbsence: (id: string) => withTruck(id, () => setOpen({ kind: 'absence', id }))(),
    addTruck: truckDialog.add,
    paste: () => setPasting(true),
    dialogs: (
      <>
        {open?.kind === 'asks' && (
          <AsksOf id={open.id} board={board} names={names} now={now} onClose={close} onBook={bookAsk} />
        )}
        {open?.kind === 'book' && (
          <BookDialog
            asks={open.asks}
            trucksOf={(ask) => ask.truckIds.filter((id) => names.has(id)).map(candidate)}
            onClose={close}
            onBooked={onBooked}
          />
        )}
        {open?.kind === 'book-truck' && (
          <BookTruckDialog truck={candidate(open.id)} onClose={close} onBooked={onBooked} />
        )}
        {open?.kind === 'absence' && <AbsenceOf row={find(open.id)} today={today} onClose={close} />}
        {takenBack && <TakeBackDrawer truck={takenBack} onClose={closeTakeBack} />}
        {isPasting && <PasteTrucksDialog trucks={trucks} onClose={() => setPasting(false)} />}
        {truckDialog.dialog}
      </>
    ),
  }
}

type AsksOfProps = {
  id: string
  board: TruckBoard
  names: ReadonlyMap<string, string>
  now: Date
  onBook: (ask: OpenAsk) => void
  onClose: () => void
}

function AsksOf({ id, board, ...drawer }: AsksOfProps) {
  const row = board.trucks.find(({ truck }) => truck.id === id)
  const holder = row
    ? { id, name: row.truck.name, summary: row.asks }
    : { id: 'none', name: 'No truck', summary: board.withoutTruck }
  return <AsksDrawer holder={holder} {...drawer} />
}

type AbsenceOfProps = { row: BoardTruck | undefined; today: Day; onClose: () => void }

const AbsenceOf = ({ row, ...dialog }: AbsenceOfProps) =>
  row && <AbsenceDialog truck={row.truck} absence={row.absence} {...dialog} />
