import { type EquipmentClass, equipmentClassOf } from '../boards/equipment.ts'
import type { LoadFacts } from '../boards/posted-load.ts'
import { cityKeyOf } from '../boards/same-load.ts'
import { indexRecipients, recipientKeyOf } from '../emails/recipient-check.ts'
import type { BoardMemory, RememberedBroker, RememberedLane } from './board-memory.ts'

type Lane = Pick<LoadFacts, 'origin' | 'dest'> & { equipmentClass: EquipmentClass | null }

/** Returns the same text for loads between the same two cities with the same equipment; undefined without equipment. */
export const rememberedLaneKey = ({ origin, dest, equipmentClass }: Lane): string | undefined =>
  equipmentClass === null ? undefined : [cityKeyOf(origin), cityKeyOf(dest), equipmentClass].join('|')

/** What is remembered of a load's lane and broker. */
export type Remembered = {
  lane: (RememberedLane & { lastByName: string }) | undefined
  broker: RememberedBroker | undefined
}

/** Indexes a memory once, for many rows. */
export function indexMemory({ people, lanes, brokers, recipients }: BoardMemory) {
  const byLane = new Map(lanes.map((lane) => [lane.lane, lane]))
  const byBroker = new Map(brokers.map((broker) => [broker.broker, broker]))
  return {
    /** Looks up one row. */
    recall(load: LoadFacts): Remembered {
      const { board, equipment } = load
      const equipmentClass = equipment === undefined ? null : equipmentClassOf(board, equipment)
      const lane = byLane.get(rememberedLaneKey({ ...load, equipmentClass }) ?? '')
      const byAddress = byBroker.get(recipientKeyOf(load.contactEmail ?? ''))
      return {
        lane: lane && { ...lane, lastByName: people[lane.lastBy] ?? '' },
        broker: byBroker.get(load.mc ?? '') ?? byAddress,
      }
    },
    /** For the recipient check. */
    recipients: indexRecipients(recipients),
  }
}
