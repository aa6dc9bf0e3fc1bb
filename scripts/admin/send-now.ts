import type { Config } from '../../server/src/config.ts'
import { readDkimKey } from '../../server/src/integrations/dkim.ts'
import type { DeliveryResult, OutgoingMessage } from '../../server/src/integrations/mailbox.ts'
import { createRelay } from '../../server/src/integrations/mailbox-relay.ts'

/** Sends an email of the product at once, as a sign-in email goes, and returns what the mail server answered. */
export async function sendNow(
  { smtpUrl, heloName, dkim }: Pick<Config, 'smtpUrl' | 'heloName' | 'dkim'>,
  message: OutgoingMessage,
): Promise<DeliveryResult> {
  if (smtpUrl === undefined) throw new Error('SMTP_URL is not set: emails go to the local inbox.')
  return createRelay(smtpUrl, { heloName, dkim: readDkimKey(dkim) }).send(message, async () => {})
}
