import type { Generated } from 'kysely'

/** Column types; `account-export.sql` is the source of truth. */
export type AccountExportTables = {
  accountExport: AccountExportTable
  accountExportPart: { exportId: string; attempt: number; number: number; bytes: Buffer }
}

type AccountExportTable = {
  id: string
  userId: string
  state: 'making' | 'ready' | 'failed' | 'replaced'
  requestedAt: Date
  percent: Generated<number>
  attempt: number | null
  size: number | null
  expiresAt: Date | null
}
