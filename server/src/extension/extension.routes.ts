import { extensionApi } from '@loadping/contract/extension/extension.api'
import { implement } from '../http/implement.ts'
import * as boardHealth from './board-health.service.ts'
import { getBoardMemory } from './board-memory.service.ts'
import * as extension from './extension.service.ts'
import { listDownloads } from './packages.service.ts'
import { getPageState, listTemplateBodies } from './page-state.service.ts'
import { setOutcome } from './row-actions.service.ts'

export const extensionRoutes = implement(extensionApi, {
  openSession: (ctx, { body }) => extension.redeemPairingCode(ctx, body.code),
  listDownloads: (ctx) => listDownloads(ctx),
  saveBoardHealth: (ctx, { body }) => boardHealth.saveBoardHealth(ctx, body.boards),
  listBoardHealth: (ctx) => boardHealth.listBoardHealth(ctx),
  reportRow: (ctx, { body }) => boardHealth.reportRow(ctx, body),
  getPageState: (ctx, { query }) => getPageState(ctx, query.version),
  listTemplateBodies: (ctx, { query }) => listTemplateBodies(ctx, query.ids),
  getMemory: (ctx, { query }) => getBoardMemory(ctx, query.version),
  setOutcome: (ctx, { headers, body }) => setOutcome(ctx, headers['idempotency-key'], body),
})
