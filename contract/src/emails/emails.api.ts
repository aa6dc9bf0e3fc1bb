import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { singleLine } from '../format/text.ts'
import { defineApi } from '../wire/endpoint.ts'
import { PageCursor } from '../wire/page-cursor.ts'
import { EmailCounts } from './email-state.ts'
import { EmailDetails, EmailGroup, EmailPage, SentEmail, SuppressedAddress, TeamEmail } from './emails.ts'

const byId = z.strictObject({ id: z.uuid() })

export const emailsApi = defineApi({
  listEmails: {
    access: 'user',
    method: 'GET',
    path: '/emails',
    /** `search` matches recipient, subject and company. */
    query: z.strictObject({
      group: z.optional(EmailGroup),
      search: z.optional(singleLine(100)),
      before: z.optional(PageCursor),
    }),
    response: EmailPage,
  },
  /** Lists what members and former members sent for the team, newest first, 50 at most. */
  listTeamEmails: {
    access: 'manager',
    method: 'GET',
    path: '/emails/team',
    query: z.strictObject({ search: z.optional(singleLine(100)), before: z.optional(PageCursor) }),
    response: z.object({ emails: z.array(TeamEmail), next: z.nullable(z.string()) }),
  },
  countEmails: { access: 'user', extension: true, method: 'GET', path: '/emails/counts', response: EmailCounts },
  /** Lists the newest 100. */
  listSuppressedAddresses: {
    access: 'user',
    method: 'GET',
    path: '/emails/suppressed',
    response: z.array(SuppressedAddress),
  },
  /** Allows the caller's own mailboxes to email an address that bounced; `not-allowed` if its owner objected. */
  allowSuppressedAddress: {
    access: 'user',
    method: 'POST',
    path: '/emails/suppressed/allow',
    body: z.strictObject({ address: EmailAddress }),
    response: z.array(SuppressedAddress),
  },
  getEmail: { access: 'user', extension: true, method: 'GET', path: '/emails/:id', params: byId, response: SentEmail },
  getEmailDetails: { access: 'user', method: 'GET', path: '/emails/:id/details', params: byId, response: EmailDetails },
  /** Marks a failed or unconfirmed email as handled. */
  dismissEmail: { access: 'user', method: 'POST', path: '/emails/:id/dismiss', params: byId, response: SentEmail },
  /** Marks all of them as handled. */
  dismissEmails: { access: 'user', method: 'POST', path: '/emails/dismiss', response: z.null() },
})
