import * as z from 'zod/mini'
import { EquipmentClass } from '../boards/equipment.ts'
import { defineApi } from '../wire/endpoint.ts'
import {
  ImportResult,
  Label,
  Labels,
  ListedTemplate,
  maxChanged,
  maxImported,
  Template,
  TemplateContent,
  TemplateDraft,
} from './templates.ts'

const byId = z.strictObject({ id: z.uuid() })

const byIds = z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxChanged)) })

export const templatesApi = defineApi({
  /** Lists the caller's templates, the Default template first, then those that teammates share. */
  listTemplates: {
    access: 'user',
    extension: true,
    method: 'GET',
    path: '/templates',
    response: z.array(ListedTemplate),
  },
  getTemplate: { access: 'user', method: 'GET', path: '/templates/:id', params: byId, response: Template },
  createTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/add-template',
    body: TemplateDraft,
    response: Template,
  },
  updateTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'PUT',
    path: '/templates/:id',
    params: byId,
    body: TemplateDraft,
    response: Template,
  },
  deleteTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'DELETE',
    path: '/templates/:id',
    params: byId,
    response: z.null(),
  },
  /** Deletes all of them, or none. */
  deleteTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/delete',
    body: byIds,
    response: z.null(),
  },
  /** Restores templates that were deleted within the last day. */
  restoreTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/restore',
    body: byIds,
    response: z.null(),
  },
  /** Adds a copy to the caller's templates, also of one that a teammate shares. */
  duplicateTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/duplicate',
    params: byId,
    response: Template,
  },
  /** Makes the one-click button send it. */
  setDefaultTemplate: {
    access: 'user',
    extension: true,
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/default',
    params: byId,
    response: Template,
  },
  /** Makes it the standard for these equipment classes alone, each instead of the template that was. */
  setTemplateEquipment: {
    access: 'user',
    limit: 'template-changes',
    method: 'PUT',
    path: '/templates/:id/equipment',
    params: byId,
    body: z.strictObject({ equipment: z.array(EquipmentClass).check(z.maxLength(EquipmentClass.options.length)) }),
    response: Template,
  },
  /** Lets the team read it and send with it. */
  shareTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/share',
    params: byId,
    response: Template,
  },
  unshareTemplate: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/:id/unshare',
    params: byId,
    response: Template,
  },
  /** Adds and removes labels on all of these templates, or on none. */
  labelTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/labels',
    body: z.extend(byIds, {
      add: Labels,
      remove: z.array(Label).check(z.maxLength(100)),
    }),
    response: z.null(),
  },
  /** Adds all of these templates, or none. Skips those that the caller has, so that importing again adds nothing. */
  importTemplates: {
    access: 'user',
    limit: 'template-changes',
    method: 'POST',
    path: '/templates/import',
    body: z.strictObject({ templates: z.array(TemplateContent).check(z.minLength(1), z.maxLength(maxImported)) }),
    response: z.array(ImportResult),
  },
})
