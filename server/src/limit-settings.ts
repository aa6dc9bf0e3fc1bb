import { undoSeconds } from '@loadping/contract/emails/emails'
import { mailLimits } from '@loadping/contract/mailboxes/mail-limits'
import * as z from 'zod/mini'
import { count, networks, type Setting, seconds, whole } from './setting-values.ts'

/** How much the users, a network or a mailbox may do in a time. */
export const limitSettings = {
  SIGN_IN_EMAILS_PER_15_MINUTES: {
    type: count,
    default: '3',
    meaning:
      'Sign-in emails per address; more are silently dropped. Three of ten are kept for networks that signed in before.',
    schema: whole,
  },
  SIGN_IN_EMAILS_PER_DAY: { type: count, default: '10', meaning: 'The same, per day.', schema: whole },
  SIGN_IN_EMAILS_PER_MINUTE: {
    type: count,
    default: '600',
    meaning: 'Sign-in emails for all users; more are rejected and an error is logged.',
    schema: whole,
  },
  SIGN_IN_REQUESTS_PER_IP: {
    type: count,
    default: '20',
    meaning:
      'Sign-in email requests per IP address (IPv6: per /64) in 15 minutes, and one for each device for the ' +
      'addresses that signed in with it there; twice as many per /56, five times per /48.',
    schema: whole,
  },
  OFFICE_NETWORKS: {
    type: 'comma-separated IP addresses or ranges',
    default: 'none',
    meaning: 'Where many people are behind one address: instead of the limits per IP address, each has its own.',
    schema: networks,
  },
  SIGN_IN_REQUESTS_PER_OFFICE: {
    type: count,
    default: '1000',
    meaning: 'Sign-in email requests per network of OFFICE_NETWORKS in 15 minutes, and address checks in a minute.',
    schema: whole,
  },
  CHECKS_PER_IP: {
    type: count,
    default: '60',
    meaning: 'Email address checks per IP address in a minute.',
    schema: whole,
  },
  TEMPLATE_CHANGES_PER_MINUTE: {
    type: count,
    default: '30',
    meaning: 'Changes of templates and snippets by one user in a minute.',
    schema: whole,
  },
  INVITATIONS_PER_DAY: {
    type: count,
    default: '500',
    meaning: 'Invitation emails per team and per manager in 24 hours.',
    schema: whole,
  },
  UNDO_SECONDS: {
    type: seconds,
    default: String(undoSeconds),
    meaning: 'How long a send can be undone.',
    schema: z.string().check(z.regex(/^([0-5]?\d|60)$/)),
  },
  TEAM_EMAILS_PER_HOUR: {
    type: count,
    default: '3000',
    meaning: 'Emails per hour per team (or per user without one); the rest wait.',
    schema: whole,
  },
  TOTAL_EMAILS_PER_MINUTE: {
    type: count,
    default: '30000',
    meaning: 'Emails per minute for all users; the rest wait and an error is logged.',
    schema: whole,
  },
  RELAY_EMAILS_PER_DAY: {
    type: count,
    default: String(mailLimits.relay.cap),
    meaning: 'Emails that one user sends through the relay in 24 hours; the rest wait until their sell-by.',
    schema: whole,
  },
} satisfies Record<string, Setting>
