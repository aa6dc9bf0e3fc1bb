import { snippetsApi } from '@loadping/contract/snippets/snippets.api'
import { implement } from '../http/implement.ts'
import * as snippets from './snippets.service.ts'
import { listSnippets } from './snippets.store.ts'

export const snippetsRoutes = implement(snippetsApi, {
  listSnippets: (ctx) => listSnippets(ctx.db, ctx.caller.userId),
  saveSnippet: (ctx, { params, body }) => snippets.saveSnippet(ctx, params.name, body),
  deleteSnippet: (ctx, { params }) => snippets.deleteSnippet(ctx, params.name),
})
