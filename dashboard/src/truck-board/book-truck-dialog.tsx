import type { TakeBack } from '@loadping/contract/truck-board/truck-board'
import { Section } from '../section.tsx'
import { Dialog, DialogTitle } from '../ui/overlay/dialog.tsx'
import { AsksSkeleton } from './asks-skeleton.tsx'
import { BookDialog } from './book-dialog.tsx'
import { type Candidate, useOpenAsks } from './truck-board.data.ts'

type BookTruckDialogProps = {
  truck: Candidate
  onClose: () => void
  onBooked: (truck: Candidate, takeBack: TakeBack) => void
}

/** Asks with which of its asks a truck is booked. */
export const BookTruckDialog = (props: BookTruckDialogProps) => (
  <Section
    what="its asks"
    skeleton={
      <Dialog onClose={props.onClose} className="w-110">
        <DialogTitle className="sr-only">{`Book ${props.truck.name}`}</DialogTitle>
        <AsksSkeleton label="Loading asks" />
      </Dialog>
    }
  >
    <Loaded {...props} />
  </Section>
)

function Loaded({ truck, ...dialog }: BookTruckDialogProps) {
  const asks = useOpenAsks(truck.id)
  return <BookDialog asks={asks} trucksOf={() => [truck]} {...dialog} />
}
