import type { Client } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/wire/problem'
import { answers } from '../message.ts'
import { followTakeBack, type PopupState, type TakeBackAsks, takeBackAsk } from './popup-messages.ts'

/** How many due calls the popup lists. */
const shownDue = 3

/** Of how many booked trucks the popup lists asks. */
const shownBooked = 3

/** Answers what the popup does with the asks of booked trucks. The server sends no ask a second withdrawal. */
export const answerTakeBacks = (client: Client) =>
  answers({
    'take-back-ask': [
      takeBackAsk,
      ({ truckId, loadId, text }) =>
        client.truckBoard
          .sendWithdrawals({ params: { id: truckId }, body: { loadIds: [loadId], text } })
          .catch(endedOrNull),
    ],
    'follow-take-back': [followTakeBack, ({ truckId }) => readTakeBack(client, truckId)],
  })

export const noTrucks: Pick<PopupState, 'trucks' | 'due' | 'booked'> = { trucks: [], due: null, booked: [] }

/** Reads what the popup shows of a carrier's trucks. */
export async function readTrucks({ trucks, truckBoard }: Client): Promise<typeof noTrucks> {
  const [listed, calls, board] = await Promise.all([
    orNull(trucks.listTrucks()),
    orNull(truckBoard.listDueCalls()),
    orNull(truckBoard.getTruckBoard()),
  ])
  const booked = (board?.trucks ?? []).filter(({ takeBack }) => takeBack > 0)
  return {
    trucks: listed ?? [],
    due: calls && { count: calls.due.length, first: calls.due.slice(0, shownDue) },
    booked: await Promise.all(
      booked.map(async ({ truck: { id, name }, takeBack }, index) => ({
        truckId: id,
        name,
        takeBack,
        asks: index < shownBooked ? await readTakeBack({ truckBoard }, id) : null,
      })),
    ),
  }
}

const readTakeBack = ({ truckBoard }: Pick<Client, 'truckBoard'>, id: string): Promise<TakeBackAsks | null> =>
  orNull(truckBoard.getTakeBack({ params: { id } }))

const endedOrNull = (error: unknown): 'ended' | null =>
  error instanceof Problem && error.code === 'too-late' ? 'ended' : null

/** Unreachable parts are left out; the popup shows the others. */
export const orNull = <T>(loading: Promise<T>): Promise<T | null> => loading.catch(() => null)
