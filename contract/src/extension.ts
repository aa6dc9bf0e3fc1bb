import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { TokenPair } from './sign-in.ts'

export const extensionApi = defineApi({
  /** Trades the pick-up code of `/users/me` for the extension's own session, once (D2.6). */
  openSession: {
    access: 'public',
    method: 'POST',
    path: '/extension/session',
    body: z.strictObject({ code: z.string().check(z.maxLength(2000)) }),
    response: TokenPair,
  },
})
