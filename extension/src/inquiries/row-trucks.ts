import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import type { Kept } from '../session/kept-state.ts'
import type { createInquirySender } from './send.ts'
import { type TruckOfRow, truckOfRow } from './truck-of-row.ts'

type Deps = {
  readState: (maxAgeMs: number) => Promise<Kept | null>
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  now: () => Date
}

/** Creates what tells which truck an email names: the one that the server named after it refused another, else ours. */
export function createRowTrucks({ readState, inquiries, now }: Deps) {
  async function ofRow(
    load: PostedLoad,
    templateId: string,
    expected?: PostingInquiry['expected'],
  ): Promise<TruckOfRow | undefined> {
    const trucks = (await readState(60_000))?.state.trucks
    if (!trucks) return undefined
    const inquiry = (await inquiries.listStates(load.board))[load.boardLoadId]
    const changed = inquiry?.state === 'changed' && inquiry.templateId === templateId ? inquiry.truckId : undefined
    return truckOfRow(trucks, load, now().getTime(), expected?.truckId === undefined ? changed : expected.truckId)
  }

  /** Adds the truck that the row's email names to what its click expects, unless the card had drawn one. */
  async function expectTruck(inquiry: PostingInquiry): Promise<PostingInquiry> {
    const { expected, load, templateId } = inquiry
    if (expected?.truckId !== undefined) return inquiry
    const named = expected && (await ofRow(load, templateId))
    return named ? { ...inquiry, expected: { ...expected, truckId: named.truck?.id ?? null } } : inquiry
  }

  return { ofRow, expectTruck }
}
