import * as z from 'zod/mini'
import { BoardSettings } from './board-settings.ts'
import { defineApi } from './endpoint.ts'
import { TokenPair } from './sign-in.ts'

export const extensionApi = defineApi({
  /** Redeems the pairing code from `/users/me`, once, for an extension session. */
  openSession: {
    access: 'public',
    method: 'POST',
    path: '/extension/session',
    body: z.strictObject({ code: z.string().check(z.maxLength(2000)) }),
    response: TokenPair,
  },
  /** Returns what the operator set for the boards. */
  getBoardSettings: {
    access: 'user',
    extension: true,
    method: 'GET',
    path: '/extension/boards',
    response: BoardSettings,
  },
})
