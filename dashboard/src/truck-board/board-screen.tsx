import { brand } from '@loadping/contract/brand'
import '@loadping/contract/truck-board/truck-board' // loads the endpoints with the screen, not after it
import { Section } from '../section.tsx'
import { Board } from './board.tsx'
import { BoardSkeleton } from './board-states.tsx'

/** The user's trucks: where and when each is empty, and what is asked for it. */
export const BoardScreen = () => (
  <>
    <title>{`Trucks · ${brand.name}`}</title>
    <Section what="your trucks" isPage skeleton={<BoardSkeleton />}>
      <Board />
    </Section>
  </>
)
