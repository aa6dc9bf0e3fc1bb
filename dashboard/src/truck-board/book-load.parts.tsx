import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import type { OpenAsk, TakeBack } from '@loadping/contract/truck-board/truck-board'
import { useState } from 'react'
import { Section } from '../section.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { AsksSkeleton } from './asks-skeleton.tsx'
import { BookDialog } from './book-dialog.tsx'
import { TakeBackDrawer } from './take-back/take-back-drawer.tsx'
import { type Candidate, candidateOf, useTellBooked, useTruckBoard } from './truck-board.data.ts'

type BookLoadProps = { load: SavedLoad; truckId: string; onClose: () => void }

/** Books a load with a truck at the rate that it asks for, and then shows what of the truck's other asks to take back. */
export const BookLoad = (props: BookLoadProps) => (
  <Section
    what="your trucks"
    skeleton={
      <Dialog onClose={props.onClose} className="w-110">
        <DialogTitle className="sr-only">Book a truck</DialogTitle>
        <AsksSkeleton label="Loading your trucks" />
      </Dialog>
    }
  >
    <Loaded {...props} />
  </Section>
)

function Loaded({ load, truckId, onClose }: BookLoadProps) {
  const board = useTruckBoard()
  const tellBooked = useTellBooked()
  const [booked, setBooked] = useState<Candidate>()
  const candidates = board.trucks.filter(({ truck }) => truck.id === truckId).map(candidateOf)
  const onBooked = (truck: Candidate, takeBack: TakeBack) =>
    tellBooked(truck, takeBack) ? setBooked(truck) : onClose()
  if (booked) return <TakeBackDrawer truck={booked} onClose={onClose} />
  return <BookDialog asks={[askOf(load, truckId)]} trucksOf={() => candidates} onClose={onClose} onBooked={onBooked} />
}

const askOf = ({ id, updatedAt, contactedAt, ...load }: SavedLoad, truckId: string): OpenAsk => ({
  ...load,
  loadId: id,
  askedAt: contactedAt ?? updatedAt,
  truckIds: [truckId],
  askedBy: null,
  dueAt: null,
  callBackAt: null,
})
