import * as z from 'zod/mini'
import { BoardSettings } from './board-settings.ts'
import { defineApi } from './endpoint.ts'
import { TokenPair } from './sign-in.ts'

/** The browsers that the extension is built for. */
export const ExtensionBrowser = z.enum(['chrome', 'edge', 'firefox'])
export type ExtensionBrowser = z.infer<typeof ExtensionBrowser>

/** The extension's zip for one browser, with the SHA-256 of its bytes in hexadecimal. */
export const ExtensionDownload = z.object({
  browser: ExtensionBrowser,
  path: z.string(),
  version: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})
export type ExtensionDownload = z.infer<typeof ExtensionDownload>

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
  /** Lists the zips that this server offers; none before they are built. */
  listDownloads: {
    access: 'public',
    method: 'GET',
    path: '/extension/downloads',
    response: z.array(ExtensionDownload),
  },
})
