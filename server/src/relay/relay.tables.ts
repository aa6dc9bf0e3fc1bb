import type { JSONColumnType } from 'kysely'

/** The refusals of a receiver in which it named the sender, and the pause that followed. */
export type ReceiverState = {
  /** Emails refused since the last pause, oldest first. */
  refusals: { emailId: string; at: string }[]
  /** Null while emails go there. */
  pausedUntil: Date | null
  /** How many pauses there were in a row. */
  pauses: number
  /** The last email that was tried after a pause. */
  triedEmail: string | null
  changedAt: Date
}

/** Column types; `relay.sql` is the source of truth. */
export type RelayTables = {
  relayReceiver: Omit<ReceiverState, 'refusals'> & {
    receiver: string
    refusals: JSONColumnType<ReceiverState['refusals']>
    reply: string
  }
}
