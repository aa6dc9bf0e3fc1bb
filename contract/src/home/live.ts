/** How `GET /home/live` works: an event for each newer version, and a comment in between. */
export const liveLimits = {
  /** Per server process. */
  streamsPerUser: 5,
  pingMs: 25_000,
}
