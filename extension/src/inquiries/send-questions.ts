import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { describeBelowFloor } from '@loadping/contract/loads/ask-ladder'
import * as z from 'zod/mini'
import type { Kept } from '../session/kept-state.ts'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { figuresOfRow } from './figures-of-row.ts'
import type { createRowTrucks } from './row-trucks.ts'

/** Why a send may be a mistake. */
export type SendReasons = {
  /** The truck that the email names. */
  truckId: string | undefined
  /** `Misses pickup by 7 h`. */
  missed: string | undefined
  /** What the load costs the user, if the ask is below that. */
  floorCents: number | undefined
}

type Deps = {
  /** Outlives the worker. */
  session: StorageArea
  readState: (maxAgeMs: number) => Promise<Kept | null>
  trucks: Pick<ReturnType<typeof createRowTrucks>, 'ofRow'>
}

const maxKept = 500

/** Creates what knows why a send may be a mistake, and asks about each reason until the user has sent the load anyway. */
export function createSendQuestions({ session, readState, trucks }: Deps) {
  const answered = createStoredValue(session, 'answered-questions', z.array(z.string()), [])

  async function reasonsOf({ load, templateId, expected }: PostingInquiry): Promise<SendReasons> {
    const truck = await trucks.ofRow(load, templateId, expected)
    const known = (await readState(60_000))?.state
    const floorCents = known && figuresOfRow(load, truck, known).walkAwayCents
    const below = describeBelowFloor(expected?.askCents, floorCents)
    return {
      truckId: truck?.truck?.id,
      missed: truck?.missed,
      floorCents: below === undefined ? undefined : floorCents,
    }
  }

  /** Lists the reasons of an inquiry by keys that name its load, and the truck that is late for it. */
  async function listKeys(inquiry: PostingInquiry): Promise<string[]> {
    const { truckId, missed, floorCents } = await reasonsOf(inquiry)
    const kinds = [...(missed ? [`late ${truckId}`] : []), ...(floorCents === undefined ? [] : ['below'])]
    return kinds.map((kind) => `${kind} ${keyOf(inquiry.load)}`)
  }

  return {
    reasonsOf,
    /** Whether the user is asked, as no email about the load was sent in spite of one of the reasons. */
    async asks(inquiry: PostingInquiry): Promise<boolean> {
      const keys = await listKeys(inquiry)
      const known = keys.length > 0 ? await answered.read() : []
      return keys.some((key) => !known.includes(key))
    },
    /** Remembers that the user sends in spite of what speaks against it. */
    async answer(inquiry: PostingInquiry): Promise<void> {
      const keys = await listKeys(inquiry)
      if (keys.length === 0) return
      await answered.change((all) => [...keys, ...all.filter((key) => !keys.includes(key))].slice(0, maxKept))
    },
    /** Forgets the answers, when another user signs in. */
    clear: () => answered.change(() => []),
  }
}

const keyOf = ({ board, boardLoadId }: PostedLoad): string => `${board}/${boardLoadId}`
