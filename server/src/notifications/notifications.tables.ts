import type { Often, SummaryDays } from '@loadping/contract/notifications/notifications.api'

/** Column types; `notifications.sql` is the source of truth. */
export type NotificationsTables = {
  notification: {
    userId: string
    emails: Often
    mailboxes: Often
    boards: Often
    summary: SummaryDays
    quietFrom: number | null
    quietUntil: number | null
    timeZone: string
    told: string[]
    lookedAt: Date
    dueAt: Date | null
  }
}
