import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'

/** What a user can be told of by email, each chosen on its own. */
export const NotificationKind = z.enum(['emails', 'mailboxes', 'boards', 'summary'])
export type NotificationKind = z.infer<typeof NotificationKind>

/** What each is called. */
export const notificationNames: Record<NotificationKind, string> = {
  emails: 'Email not sent or not confirmed',
  mailboxes: 'Mailbox needs you',
  boards: "Load board can't be read",
  summary: 'Morning summary',
}

export const Often = z.enum(['off', 'at-once', 'hourly', 'daily'])
export type Often = z.infer<typeof Often>
export const SummaryDays = z.enum(['off', 'weekdays', 'daily'])
export type SummaryDays = z.infer<typeof SummaryDays>

/** The hour of the user's clock at which daily notifications and the summary are sent. */
export const dailyHour = 7

const Hour = z.int().check(z.minimum(0), z.maximum(23))

/** Hours of the user's clock in which nothing is sent; what comes meanwhile is in one email after them. */
const QuietHours = z.strictObject({ from: Hour, until: Hour })

function isTimeZone(name: string): boolean {
  try {
    return name.length < 65 && Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Which notifications a user gets, how often, and when not. */
export const NotificationSettings = z.strictObject({
  emails: Often,
  mailboxes: Often,
  boards: Often,
  summary: SummaryDays,
  quiet: z.nullable(QuietHours),
  /** The user's zone, such as America/Chicago. */
  timeZone: z.string().check(z.refine(isTimeZone, 'Unknown time zone')),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Nothing is sent that was not chosen. */
export const noNotifications: NotificationSettings = {
  emails: 'off',
  mailboxes: 'off',
  boards: 'off',
  summary: 'off',
  quiet: null,
  timeZone: 'America/New_York',
}

export const notificationsApi = defineApi({
  /** Returns what the caller chose; all off before, and for an address that unsubscribed from our emails. */
  getNotifications: { access: 'user', method: 'GET', path: '/users/me/notifications', response: NotificationSettings },
  /** Replaces it. What a kind would have told before it was turned on is never told. */
  saveNotifications: {
    access: 'user',
    method: 'PUT',
    path: '/users/me/notifications',
    body: NotificationSettings,
    response: NotificationSettings,
  },
})
