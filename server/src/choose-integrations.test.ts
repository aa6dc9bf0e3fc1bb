import { expect, test } from 'vitest'
import { createMailSenders } from './choose-integrations.ts'
import { demoSmtpHost } from './stand-ins/mail-certificate.ts'
import { outgoing } from './testing/outgoing.ts'

const client = { clientId: 'id', clientSecret: 'secret' }
const setting = { baseUrl: 'https://loadping.test', isProduction: true, google: undefined, outlook: undefined }
const server = { host: demoSmtpHost, port: 465, user: 'maria', password: 'any' } as const

test('in production an unconfigured provider is absent and has no stand-in', async () => {
  expect(Object.keys(createMailSenders(setting, undefined))).toEqual(['smtp'])
  expect(Object.keys(createMailSenders({ ...setting, google: client }, undefined))).toEqual(['google', 'smtp'])
  expect(Object.keys(createMailSenders({ ...setting, outlook: client }, undefined))).toEqual(['outlook', 'smtp'])
})

test('without a local inbox the demo SMTP server is unreachable', async () => {
  const result = await createMailSenders(setting, undefined)
    .smtp(server)
    .send(outgoing(), async () => expect.unreachable())

  expect(result).toEqual({ outcome: 'retry', reason: `Can't find the mail server ${demoSmtpHost}. Check the name.` })
})
