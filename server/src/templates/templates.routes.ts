import { templatesApi } from '@loadping/contract/templates/templates.api'
import { implement } from '../http/implement.ts'
import { importTemplates } from './import-templates.service.ts'
import { shareTemplate, unshareTemplate } from './shared-templates.service.ts'
import * as templates from './templates.service.ts'

export const templatesRoutes = implement(templatesApi, {
  listTemplates: (ctx) => templates.listTemplates(ctx),
  getTemplate: (ctx, { params }) => templates.getTemplate(ctx, params.id),
  createTemplate: (ctx, { body }) => templates.createTemplate(ctx, body),
  updateTemplate: (ctx, { params, body }) => templates.updateTemplate(ctx, params.id, body),
  deleteTemplate: (ctx, { params }) => templates.deleteTemplates(ctx, [params.id]),
  deleteTemplates: (ctx, { body }) => templates.deleteTemplates(ctx, body.ids),
  restoreTemplates: (ctx, { body }) => templates.restoreTemplates(ctx, body.ids),
  duplicateTemplate: (ctx, { params }) => templates.duplicateTemplate(ctx, params.id),
  setDefaultTemplate: (ctx, { params }) => templates.setDefaultTemplate(ctx, params.id),
  setTemplateEquipment: (ctx, { params, body }) => templates.setTemplateEquipment(ctx, params.id, body.equipment),
  shareTemplate: (ctx, { params }) => shareTemplate(ctx, params.id),
  unshareTemplate: (ctx, { params }) => unshareTemplate(ctx, params.id),
  labelTemplates: (ctx, { body }) => templates.labelTemplates(ctx, body),
  importTemplates: (ctx, { body }) => importTemplates(ctx, body.templates),
})
