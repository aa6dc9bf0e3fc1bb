import { templatesApi } from '@loadping/contract/templates'
import { implement } from '../http/implement.ts'
import * as templates from './templates.service.ts'

export const templatesRoutes = implement(templatesApi, {
  listTemplates: (ctx) => templates.listTemplates(ctx),
  getTemplate: (ctx, { params }) => templates.getTemplate(ctx, params.id),
  createTemplate: (ctx, { body }) => templates.createTemplate(ctx, body),
  updateTemplate: (ctx, { params, body }) => templates.updateTemplate(ctx, params.id, body),
  deleteTemplate: (ctx, { params }) => templates.deleteTemplate(ctx, params.id),
})
