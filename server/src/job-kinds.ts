import { deletionEmailJob } from './account-deletion/deletion-email.ts'
import { accountExportEmailJob } from './account-export/account-export-email.ts'
import { accountExportJob } from './account-export/account-export-job.ts'
import { weeklySummaryJob } from './analytics/weekly-summary-job.ts'
import { billingSyncJob } from './billing/billing-sync-job.ts'
import { subscriptionEndJob } from './billing/subscription-end-job.ts'
import type { Deps } from './context.ts'
import { deliveryJobs } from './delivery/delivery-jobs.service.ts'
import { reverseAcceptance } from './inquiries/acceptance.service.ts'
import type { JobKind } from './jobs/job-kind.ts'
import { passwordLoginJob } from './mailboxes/password-login-email.ts'
import { permissionRevocationJob } from './mailboxes/permission-revocation.service.ts'
import { notificationEmailJob } from './notifications/notification-email.ts'
import { securityEmailJob } from './product-emails/security-email.ts'
import { signInEmailJob } from './sign-in/sign-in-email.ts'
import { invitationEmailJob } from './team/invitation-email.ts'

export const jobKinds = (deps: Deps): JobKind[] => [
  ...deliveryJobs(deps, { reverse: reverseAcceptance }),
  signInEmailJob(deps),
  invitationEmailJob(deps),
  weeklySummaryJob(deps),
  passwordLoginJob(deps),
  permissionRevocationJob(deps),
  billingSyncJob(deps),
  accountExportJob(deps),
  accountExportEmailJob(deps),
  subscriptionEndJob(deps),
  deletionEmailJob(deps),
  notificationEmailJob(deps),
  securityEmailJob(deps),
]
