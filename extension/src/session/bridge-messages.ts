import * as z from 'zod/mini'
import { message } from '../message.ts'

/** What the script on the dashboard's pages tells the worker. The page learns no result. */
export const pairingCode = message('pairing-code', {
  code: z.string().check(z.minLength(1), z.maxLength(2000)),
}).answeredBy<null>()
export const loggedOut = message('logged-out', {}).answeredBy<null>()
