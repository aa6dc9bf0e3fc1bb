import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'

/** A place where somebody is signed in: a browser, or the extension in one. */
export const Session = z.object({
  id: z.uuid(),
  kind: z.enum(['web', 'extension']),
  /** Browser and system in words, such as `Chrome on Windows`. */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessionsApi = defineApi({
  /** The caller's sessions that are still good, the last used first. */
  listSessions: { access: 'user', method: 'GET', path: '/auth/sessions', response: z.array(Session) },
  /** Ends one of the caller's sessions at once, and those of the extension that came from it. */
  endSession: {
    access: 'user',
    method: 'DELETE',
    path: '/auth/sessions/:id',
    params: z.strictObject({ id: z.uuid() }),
    response: z.null(),
  },
  /** Ends all of the caller's sessions at once, the asking one too. */
  endAllSessions: { access: 'user', method: 'DELETE', path: '/auth/sessions', response: z.null() },
})
