import { brand } from '@loadping/contract/brand'
import { signInMinutes } from '@loadping/contract/sign-in'
import { escapeHtml } from '@loadping/contract/text'
import type { OutgoingMessage } from '../integrations/mailbox.ts'

/** The mail with which somebody signs in: a link, and a code for where a link does not reach. */
export function signInMessage(
  { to, link, code }: { to: string; link: string; code: string },
  { id, date }: { id: string; date: Date },
): OutgoingMessage {
  const [, host] = brand.productAddress.split('@')
  const note = `Both work for ${signInMinutes} minutes and once only. If you did not ask for this mail, you can ignore it.`
  return {
    messageId: `<${id}@${host}>`,
    date,
    from: { name: brand.name, address: brand.productAddress },
    to,
    cc: [],
    subject: `${code} is your ${brand.name} sign-in code`,
    text: `Sign in to ${brand.name}:\n${link}\n\nOr enter this code: ${code}\n\n${note}\n`,
    html: `<p>Sign in to ${brand.name}:</p><p><a href="${link.replaceAll('&', '&amp;')}">Sign in as ${escapeHtml(to)}</a></p><p>Or enter this code: <b>${code}</b></p><p>${note}</p>`,
  }
}
