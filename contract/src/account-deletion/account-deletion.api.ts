import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { DeletionPreview, KeptAccount } from './account-deletion.ts'

export const accountDeletionApi = defineApi({
  previewDeletion: { access: 'user', method: 'GET', path: '/users/me/deletion', response: DeletionPreview },
  /** Ends all sessions at once; the account can be kept until `deletesAt`. */
  deleteAccount: {
    access: 'user',
    method: 'POST',
    path: '/users/me/deletion',
    body: z.strictObject({ confirmation: z.string().check(z.maxLength(320)) }),
    response: z.object({ deletesAt: z.iso.datetime() }),
  },
  /** Takes a deletion back, with the token of the problem `being-deleted` that a sign-in got. */
  keepAccount: {
    access: 'public',
    limit: 'checks',
    method: 'POST',
    path: '/auth/keepAccount',
    body: z.strictObject({ token: z.string().check(z.maxLength(2000)) }),
    response: KeptAccount,
  },
})
