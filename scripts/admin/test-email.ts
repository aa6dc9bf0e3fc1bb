import { randomUUID } from 'node:crypto'
import { brand } from '../../contract/src/brand.ts'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { productHead, writeBody } from '../../server/src/product-emails/email-layout.ts'
import { sendNow } from './send-now.ts'
import type { Word } from './word.ts'

/** Sends an email of the product at once, as a sign-in email goes, and says what the mail server answered. */
export const word: Word = {
  summary: 'sends an email through SMTP_URL now, and shows the answer',
  usage: ['EMAIL'],
  read([address, ...extra]) {
    const { data: to } = EmailAddress.safeParse(address)
    if (to === undefined || extra.length > 0) return undefined
    return {
      changes: 'test-email',
      async run({ config, now }) {
        const result = await sendNow(config, {
          ...productHead({ id: randomUUID(), date: now() }),
          to,
          subject: `Test email from ${brand.name}`,
          ...writeBody({
            title: 'It works',
            preheader: `${brand.name} can send email.`,
            parts: [{ text: `${brand.name} at ${config.baseUrl} can send email from ${brand.productAddress}.` }],
            reason: `Sent to ${to} because the operator of ${brand.name} tested its mail server.`,
          }),
        })
        const isSent = result.outcome === 'accepted'
        const text = isSent
          ? `The mail server accepted the email from ${brand.productAddress} to ${to}. Look at its headers: SPF, DKIM and DMARC should say pass.`
          : `The email was not sent (${result.outcome}). ${result.reason}.`
        return { text, data: result, isProblem: !isSent }
      },
    }
  },
}
