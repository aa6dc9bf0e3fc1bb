import { extensionApi } from '@loadping/contract/extension/extension.api'
import { implement } from '../http/implement.ts'
import { builtExtension } from '../http/web-app.ts'
import { listMarks } from '../loads/marks.service.ts'
import * as boardHealth from './board-health.service.ts'
import { getBoardMemory } from './board-memory.service.ts'
import { getBoardSettings } from './board-settings.service.ts'
import { listDownloads } from './downloads.service.ts'
import * as extension from './extension.service.ts'
import { setOutcome } from './row-actions.service.ts'

export const extensionRoutes = implement(extensionApi, {
  openSession: (ctx, { body }) => extension.redeemPairingCode(ctx, body.code),
  getBoardSettings,
  listDownloads: () => listDownloads(builtExtension),
  saveBoardHealth: (ctx, { body }) => boardHealth.saveBoardHealth(ctx, body.boards),
  listBoardHealth: (ctx) => boardHealth.listBoardHealth(ctx),
  reportRow: (ctx, { body }) => boardHealth.reportRow(ctx, body),
  listMarks: (ctx, { query }) => listMarks(ctx, query.after),
  getMemory: (ctx, { query }) => getBoardMemory(ctx, query.version),
  setOutcome: (ctx, { headers, body }) => setOutcome(ctx, headers['idempotency-key'], body),
})
