/** What the card of a row tells about the email that a click sends. */
export type LoadCard = {
  /** The lane. */
  title: string
  template: string
  /** Why it is this one, after the name; empty if it was chosen by hand. */
  why: string
  /** What the email asks for, if it states that. */
  ask: string | null
  /** The truck that it names, null for none; absent while that is unknown. */
  truckId?: string | null
  /** The arithmetic of the ask, then rates per mile, the asks down to the user's floor, and the floor. */
  lines: { label: string; value: string }[]
  /** What the mail check says about the filled email, or that the row shows no address. */
  check: { tone: 'good' | 'warning' | 'plain'; text: string } | null
  notes: { tone: 'plain' | 'warning' | 'bad'; icon: 'history' | 'users' | 'alert'; text: string }[]
}
