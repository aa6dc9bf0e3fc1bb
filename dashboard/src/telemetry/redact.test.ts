import { expect, test } from 'vitest'
import { redactDeep, redactText } from './redact.ts'

const token = 'k'.repeat(43)
const id = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e001'

test.each([
  [
    `https://app.loadping.example/sign-in/verifying?token=${token}&email=a%40b.co&redirect=/`,
    'https://app.loadping.example/sign-in/verifying',
  ],
  ['/auth/refresh?refreshToken=secret', '/auth/refresh'],
  ['/emailTemplate#access_token=secret', '/emailTemplate'],
  [`/loadinfo/${id}`, '/loadinfo/:id'],
  ['/loadinfo/shared-key?x=1', '/loadinfo/:id'],
  ['/invitation/secret.of-somebody', '/invitation/:urlToken'],
  [`/emailTemplateEditor/${id}`, '/emailTemplateEditor/:id'],
  [`/emails/${id}/undo`, '/emails/:id/undo'],
  ['/api/v1/main/auth/verify/maria%40redbud.example', '/api/v1/main/auth/verify/[cut]'],
  ['Not sent to maria@redbud.example.', 'Not sent to [cut].'],
  [`Bearer eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl`, 'Bearer [cut]'],
  [`code ${token} again`, 'code [cut] again'],
  [`{"url":"/load?a=b","next":"c=d"}`, `{"url":"/load","next":"c=d"}`],
  ['Is 2 > 1? Yes', 'Is 2 > 1? Yes'],
  ['/analytics', '/analytics'],
])('[W07] %s is redacted to %s', (text, cut) => {
  expect(redactText(text)).toBe(cut)
})

test('[W07] nested texts are redacted and numbers are kept', () => {
  expect(redactDeep({ a: [{ url: '/x?y=z' }], count: 3, at: null })).toEqual({ a: [{ url: '/x' }], count: 3, at: null })
})

test('a page of text is redacted within milliseconds', () => {
  const text = 'maria.delgado+loads'.repeat(20_000)
  const start = performance.now()

  redactText(text)

  expect(performance.now() - start).toBeLessThan(1000)
})
