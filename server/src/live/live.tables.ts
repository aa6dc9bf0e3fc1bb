/** Column types; `live.sql` is the source of truth. */
export type LiveTables = {
  liveVersion: { userId: string; version: number }
}
