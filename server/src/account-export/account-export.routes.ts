import { accountExportApi } from '@loadping/contract/account-export/account-export.api'
import { implement } from '../http/implement.ts'
import { downloadExport, getExport, requestExport } from './account-export.service.ts'

export const accountExportRoutes = implement(accountExportApi, {
  getExport,
  requestExport,
  downloadExport: (ctx, { params }) => downloadExport(ctx, params.id),
})
