import type { LoadBefore } from '@loadping/contract/loads/load-status'
import { type LoadChange, loadsApi } from '@loadping/contract/loads/loads.api'
import type { Context } from '../context.ts'
import { implement } from '../http/implement.ts'
import { recordCall } from './contacts.service.ts'
import { exportLoads } from './export-loads.service.ts'
import { findLoads } from './find-loads.service.ts'
import { deleteLoad } from './load-changes.service.ts'
import { createLink, getSharedLoad, revokeLink } from './load-links.service.ts'
import { getMemory } from './load-memory.service.ts'
import { getLoad } from './load-page.service.ts'
import * as loads from './loads.service.ts'
import { listViews } from './loads.store.ts'

type Changes = {
  changeLoads: (
    ctx: Context,
    ids: string[],
    change: LoadChange,
  ) => Promise<{ before: LoadBefore[]; toTakeBack?: number | undefined }>
  undoChange: (ctx: Context, before: LoadBefore[]) => Promise<null>
}

/** The calls about loads. How they change is told by who also knows what else changes with them. */
export const loadsRoutes = ({ changeLoads, undoChange }: Changes) =>
  implement(loadsApi, {
    listLoads: (ctx, { query }) => loads.listLoads(ctx, query),
    findLoads: (ctx, { query }) => findLoads(ctx, query.text),
    summarizeLoads: (ctx, { query }) => loads.summarizeLoads(ctx, query),
    saveLoad: (ctx, { body }) => loads.saveLoad(ctx, body),
    exportLoads: (ctx, { query }) => exportLoads(ctx, query),
    changeLoads: (ctx, { body }) => changeLoads(ctx, body.ids, body.change),
    undoLoadChange: (ctx, { body }) => undoChange(ctx, body.before),
    listLoadViews: (ctx) => listViews(ctx.db, ctx.caller.userId),
    saveLoadViews: (ctx, { body }) => loads.saveViews(ctx, body.views),
    getLoad: (ctx, { params }) => getLoad(ctx, params.id),
    changeLoad: (ctx, { params, body }) => loads.changeLoad(ctx, params.id, body.facts),
    deleteLoad: (ctx, { params }) => deleteLoad(ctx, params.id),
    addLoadNote: (ctx, { params, body }) => loads.addNote(ctx, params.id, body.text),
    recordCall: (ctx, { headers, body }) => recordCall(ctx, headers['idempotency-key'], body),
    getLoadMemory: (ctx, { params }) => getMemory(ctx, params.id),
    createLoadLink: (ctx, { params }) => createLink(ctx, params.id),
    revokeLoadLink: (ctx, { params }) => revokeLink(ctx, params.id),
    getSharedLoad: (ctx, { params }) => getSharedLoad(ctx, params.key),
  })
