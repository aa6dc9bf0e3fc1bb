/** Column types; `kill-switches.sql` is the source of truth. */
export type KillSwitchesTables = {
  killSwitch: { name: 'sends' | 'writes'; offSince: Date }
}
