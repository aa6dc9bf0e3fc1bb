import type { Generated } from 'kysely'

/** Column types; `jobs.sql` and `held-jobs.sql` are the source of truth. */
export type JobsTables = {
  job: {
    id: string
    kind:
      | 'sign-in-email'
      | 'invitation-email'
      | 'weekly-summary-email'
      | 'password-login-email'
      | 'permission-revocation'
      | 'billing-sync'
      | 'account-export'
      | 'account-export-email'
      | 'subscription-end'
      | 'deletion-email'
      | 'notification-email'
      | 'security-email'
    encryptedPayload: string
    dueAt: Date
    leasedUntil: Date | null
    createdAt: Date
    claims: Generated<number>
    failedAttempts: Generated<number>
    hasStarted: Generated<boolean>
    heldAt: Date | null
  }
}
