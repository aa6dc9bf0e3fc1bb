import { accountDeletionApi } from '@loadping/contract/account-deletion/account-deletion.api'
import { implement } from '../http/implement.ts'
import { deleteAccount, keepAccount, previewDeletion } from './account-deletion.service.ts'

export const accountDeletionRoutes = implement(accountDeletionApi, {
  previewDeletion: (ctx) => previewDeletion(ctx),
  deleteAccount: (ctx, { body }) => deleteAccount(ctx, body.confirmation),
  keepAccount: (ctx, { body }) => keepAccount(ctx, body.token),
})
