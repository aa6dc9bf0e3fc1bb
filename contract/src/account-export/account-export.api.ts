import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'

/** How many exports of their account a user may ask for in 24 hours. */
export const exportsPerDay = 3
/** How long a finished export can be downloaded. */
export const exportDays = 7

/** The newest export of a user's account. */
export const AccountExport = z.object({
  id: z.uuid(),
  state: z.enum(['making', 'ready', 'failed']),
  requestedAt: z.iso.datetime(),
  /** How much of it is made. */
  percent: z.int(),
  /** Set once it is ready: the size of its zip in bytes, and until when it can be downloaded. */
  size: z.nullable(z.int()),
  expiresAt: z.nullable(z.iso.datetime()),
})
export type AccountExport = z.infer<typeof AccountExport>

export const accountExportApi = defineApi({
  /** Returns the caller's newest export; null without one, and after its days are over. */
  getExport: { access: 'user', method: 'GET', path: '/users/me/exports', response: z.nullable(AccountExport) },
  /** Begins an export of all that is stored of the caller, in place of a finished one; returns one that is being made. */
  requestExport: {
    access: 'user',
    limit: 'exports',
    method: 'POST',
    path: '/users/me/exports',
    response: AccountExport,
  },
  /** Downloads the zip of a finished export. */
  downloadExport: {
    access: 'user',
    limit: 'exports',
    method: 'GET',
    path: '/users/me/exports/:id',
    params: z.strictObject({ id: z.uuid() }),
    response: z.file(),
  },
})
