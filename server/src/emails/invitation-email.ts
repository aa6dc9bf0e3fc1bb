import { brand } from '@loadping/contract/brand'
import { Role } from '@loadping/contract/team'
import { escapeHtml } from '@loadping/contract/text'
import * as z from 'zod/mini'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

export const InvitationMail = z.object({
  to: z.string(),
  link: z.string(),
  organization: z.string(),
  invitedBy: z.string(),
  role: Role,
  expiresAt: z.iso.datetime(),
  /** Where the invited person ends such mail; absent in what an earlier version queued. */
  unsubscribeUrl: z.optional(z.string()),
})
export type InvitationMail = z.infer<typeof InvitationMail>

/** The mail that invites somebody to a team. Names in it were typed by people: they are text, never markup. */
export function invitationMessage(
  { to, link, organization, invitedBy, role, expiresAt, unsubscribeUrl }: InvitationMail,
  { id, date }: { id: string; date: Date },
) {
  const [, host] = brand.productAddress.split('@')
  const until = new Date(expiresAt).toLocaleDateString('en-US', {
    timeZone: 'America/New_York',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })
  const sentence = `${invitedBy} invited you to join ${organization} on ${brand.name}${role === 'MANAGER' ? ' as a manager' : ''}.`
  const note = `The link works until ${until}, for ${to} only. If you do not know this team, you can ignore this mail.`
  const message: OutgoingMessage = {
    messageId: `<${id}.${date.getTime()}@${host}>`, // sent again it is another mail, which no server takes for a copy
    date,
    from: { name: brand.name, address: brand.productAddress },
    to,
    cc: [],
    ...(unsubscribeUrl && { unsubscribeUrl }),
    subject: `Join ${organization} on ${brand.name}`,
    text: `${sentence}\n\nAccept the invitation:\n${link}\n\n${note}\n`,
    html: `<p>${escapeHtml(sentence)}</p><p><a href="${escapeHtml(link)}">Accept the invitation</a></p><p>${escapeHtml(note)}</p>`,
  }
  return message
}
