import type { AccountExportTables } from '../account-export/account-export.tables.ts'
import type { AccountsTables } from '../accounts/accounts.tables.ts'
import type { AnalyticsTables } from '../analytics/analytics.tables.ts'
import type { BackupsTables } from '../backups/backups.tables.ts'
import type { BillingTables } from '../billing/billing.tables.ts'
import type { CopiesTables } from '../copies/copies.tables.ts'
import type { DeliveryTables } from '../delivery/delivery.tables.ts'
import type { EmailsTables } from '../emails/emails.tables.ts'
import type { ExtensionTables } from '../extension/extension.tables.ts'
import type { FuelTables } from '../fuel/fuel.tables.ts'
import type { IdempotencyTables } from '../idempotency/idempotency.tables.ts'
import type { InquiriesTables } from '../inquiries/inquiries.tables.ts'
import type { JobsTables } from '../jobs/jobs.tables.ts'
import type { KeyRingTables } from '../key-ring/key-ring.tables.ts'
import type { KillSwitchesTables } from '../kill-switches/kill-switches.tables.ts'
import type { LiveTables } from '../live/live.tables.ts'
import type { LoadsTables } from '../loads/loads.tables.ts'
import type { MailboxesTables } from '../mailboxes/mailboxes.tables.ts'
import type { NotificationsTables } from '../notifications/notifications.tables.ts'
import type { OauthTables } from '../oauth/oauth.tables.ts'
import type { OffersTables } from '../offers/offers.tables.ts'
import type { RelayTables } from '../relay/relay.tables.ts'
import type { SessionsTables } from '../sessions/sessions.tables.ts'
import type { SignInTables } from '../sign-in/sign-in.tables.ts'
import type { SnippetsTables } from '../snippets/snippets.tables.ts'
import type { SuppressionTables } from '../suppression/suppression.tables.ts'
import type { TeamTables } from '../team/team.tables.ts'
import type { TemplatesTables } from '../templates/templates.tables.ts'
import type { TruckBoardTables } from '../truck-board/truck-board.tables.ts'
import type { TrucksTables } from '../trucks/trucks.tables.ts'

/** All tables, each in the folder of the feature that owns it. */
export interface Tables
  extends AccountExportTables,
    AccountsTables,
    AnalyticsTables,
    BackupsTables,
    BillingTables,
    CopiesTables,
    DeliveryTables,
    EmailsTables,
    ExtensionTables,
    FuelTables,
    IdempotencyTables,
    InquiriesTables,
    JobsTables,
    KeyRingTables,
    KillSwitchesTables,
    LiveTables,
    LoadsTables,
    MailboxesTables,
    NotificationsTables,
    OauthTables,
    OffersTables,
    RelayTables,
    SessionsTables,
    SignInTables,
    SnippetsTables,
    SuppressionTables,
    TeamTables,
    TemplatesTables,
    TrucksTables,
    TruckBoardTables {}
