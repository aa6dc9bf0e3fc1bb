import { createTransport } from 'nodemailer'
import { textOf } from '../emails/email-text.ts'

/** Sends emails with nodemailer's pool alone; returns how many per second. */
export async function measureSmtpBaseline(
  smtpUrl: string,
  count: number,
  { subject, html }: { subject: string; html: string },
): Promise<number> {
  const { hostname, port } = new URL(smtpUrl)
  const transport = createTransport({
    host: hostname,
    port: Number(port),
    pool: true,
    maxConnections: 16,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      transport.sendMail({
        from: 'inquiries@loadping.example',
        replyTo: `sender${index}@carrier.example`,
        to: 'loads@quillon.example',
        subject,
        html,
        text: textOf(html),
      }),
    ),
  )
  transport.close()
  return count / ((performance.now() - begun) / 1_000)
}
