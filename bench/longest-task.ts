export type TraceEvent = {
  name: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string; data?: { url?: string } }
}

/** Returns the processor time of the longest task of the traced pages, in milliseconds. */
export function longestTask(events: TraceEvent[]): number {
  const idOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(idOf)
  return longestOf(events.filter((event) => /RunTask$/.test(event.name) && pages.includes(idOf(event))))
}

/** Returns the processor time of the longest of these events, in milliseconds. */
export const longestOf = (events: TraceEvent[]): number => Math.max(0, ...events.map(({ tdur = 0 }) => tdur)) / 1000
