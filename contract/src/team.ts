import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'

export const Organization = z.object({ id: z.uuid(), name: z.string() })
export type Organization = z.infer<typeof Organization>

export const teamApi = defineApi({
  /** Joins the team that a person was invited to; a token that is not theirs, or not good any more, is `not-found` with "Invitation Expired". */
  acceptInvitation: {
    access: 'user',
    method: 'GET',
    path: '/api/invite',
    query: z.strictObject({ token: z.string().check(z.regex(/^[\w.-]{1,500}$/)) }),
    response: Organization,
  },
})
