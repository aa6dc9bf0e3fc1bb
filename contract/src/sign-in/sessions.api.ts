import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'

/** A signed-in browser or extension. */
export const Session = z.object({
  id: z.uuid(),
  kind: z.enum(['web', 'extension']),
  /** Browser and operating system, such as `Chrome on Windows`. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** Whether it is the caller's session. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessionsApi = defineApi({
  /** Lists the caller's active sessions, most recently used first. */
  listSessions: { access: 'user', method: 'GET', path: '/auth/sessions', response: z.array(Session) },
  /** Ends one of the caller's sessions and its linked extension sessions. */
  endSession: {
    access: 'user',
    method: 'DELETE',
    path: '/auth/sessions/:id',
    params: z.strictObject({ id: z.uuid() }),
    response: z.null(),
  },
  /** Ends all of the caller's sessions, including the current one. */
  endAllSessions: { access: 'user', method: 'DELETE', path: '/auth/sessions', response: z.null() },
})
