import * as z from 'zod/mini'
import { BoardId } from '../boards/board-id.ts'
import { PostedLoad } from '../boards/posted-load.ts'
import { singleLine } from '../format/text.ts'
import { LoadBefore } from '../loads/load-status.ts'
import { OutcomeKind, StatedCents } from '../loads/outcomes.ts'
import { TokenPair } from '../sign-in/sign-in.ts'
import { defineApi } from '../wire/endpoint.ts'
import { idempotencyHeader } from '../wire/idempotency.ts'
import { BoardHealth } from './board-health.ts'
import { BoardMemory } from './board-memory.ts'
import { maxBodies, PageState, TemplateBody } from './page-state.ts'
import { RowReport } from './row-report.ts'

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

/** How many row reports of one user are accepted in 24 hours. */
export const maxReportsPerDay = 20

export const extensionApi = defineApi({
  /** Redeems the pairing code from `/users/me`, once, for an extension session. */
  openSession: {
    access: 'public',
    method: 'POST',
    path: '/extension/session',
    body: z.strictObject({ code: z.string().check(z.maxLength(2000)) }),
    response: TokenPair,
  },
  /** Lists the zips that this server offers; none before they are built. */
  listDownloads: {
    access: 'public',
    method: 'GET',
    path: '/extension/downloads',
    response: z.array(ExtensionDownload),
  },
  /** Replaces what is known of the caller's boards. */
  saveBoardHealth: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/extension/health',
    body: z.strictObject({ boards: z.array(BoardHealth).check(z.maxLength(5)) }),
    response: z.null(),
  },
  /** Lists the caller's boards as the extension last saw them. */
  listBoardHealth: {
    access: 'user',
    method: 'GET',
    path: '/extension/health',
    response: z.array(BoardHealth),
  },
  /** Stores a report for the operator, for 30 days. */
  reportRow: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/extension/reports',
    body: RowReport,
    response: z.null(),
  },
  /** Returns what changed for the caller's pages of boards since a version; all marks without a known one. */
  getPageState: {
    access: 'user',
    extension: true,
    mayBeUnchanged: true,
    method: 'GET',
    path: '/extension/state',
    query: z.strictObject({ version: z.optional(singleLine(100)) }),
    response: PageState,
  },
  /** Returns the bodies of those of these templates that the caller has or a teammate shares. */
  listTemplateBodies: {
    access: 'user',
    extension: true,
    method: 'GET',
    path: '/extension/templates',
    /** The ids, separated by commas. */
    query: z.strictObject({ ids: singleLine(37 * maxBodies, 1) }),
    response: z.array(TemplateBody),
  },
  /** Returns what rows of boards show of the last 90 days. */
  getMemory: {
    access: 'user',
    extension: true,
    mayBeUnchanged: true,
    method: 'GET',
    path: '/extension/memory',
    query: z.strictObject({ version: z.optional(singleLine(100)) }),
    response: BoardMemory,
  },
  /**
   * Sets the outcome of the caller's load, or of a posting's, once per idempotency key, and returns what it replaced, for
   * `undoLoadChange`.
   */
  setOutcome: {
    access: 'carrier',
    extension: true,
    method: 'POST',
    path: '/extension/outcomes',
    headers: idempotencyHeader,
    body: z.strictObject({
      about: z.union([
        z.strictObject({ loadId: z.uuid() }),
        z.strictObject({ board: BoardId, boardLoadId: PostedLoad.shape.boardLoadId }),
      ]),
      outcome: OutcomeKind,
      cents: z.optional(StatedCents),
    }),
    response: LoadBefore,
  },
})
