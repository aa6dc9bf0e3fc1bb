import { expect, test } from 'vitest'
import { refusesSender } from './sender-refusals.ts'

test.each([
  '421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address.',
  '421 4.7.0 [192.0.2.1] Our system has detected that this message is suspicious due to the very low reputation of the sending domain.',
  '550-5.7.26 Your email has been blocked because the sender is unauthenticated.',
  '550 5.7.1 Unfortunately, messages from [192.0.2.1] were not sent, since part of their network is on our block list (S3150).',
  '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S775)',
  '451 4.7.500 Server busy. Please try again later from [192.0.2.1].',
  '550 5.7.606 Access denied, banned sending IP [192.0.2.1].',
  '550 SC-001 (COL0-MC4-F44) Unfortunately, messages from 192.0.2.1 were not sent.',
  '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1',
  '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
])('[D12.8] a reply that refuses the sender is recognized: %s', (reply) => {
  expect(refusesSender(reply)).toBe(true)
})

test.each([
  '550 5.1.1 The email account that you tried to reach does not exist.',
  '450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages.',
  '552 5.2.2 The email account that you tried to reach is over quota.',
  '421 4.7.0 This message is suspicious due to the nature of the content and/or the links within.',
  '550 5.7.1 Message contains a URL listed on a blacklist.',
  '550 5.7.513 Service unavailable, client host blocked by redbud.example using customer block list (AS16012611)',
  '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required',
  '451 4.7.1 Greylisting in action, please come back later',
  '554 5.7.1 Relay access denied',
  '550 5.4.5 Daily sending quota exceeded.',
  '535 5.7.8 Username and Password not accepted',
  '550 no such host 4.7.28.1',
  'The mail server timed out',
])('[D12.8] any other reply is no refusal of the sender: %s', (reply) => {
  expect(refusesSender(reply)).toBe(false)
})
