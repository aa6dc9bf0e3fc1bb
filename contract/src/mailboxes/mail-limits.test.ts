import { expect, test } from 'vitest'
import { isMicrosoftServer, mailLimits, mailServiceOf, passwordLoginEnds } from './mail-limits.ts'

test.each([
  ['google', 'maria@gmail.com', 'gmail'],
  ['google', 'maria@redbud.example', 'google-workspace'],
  ['outlook', 'maria@redbud.example', 'microsoft-365'],
  ['outlook', 'maria@redbud.onmicrosoft.com', 'onmicrosoft'],
  ['outlook', 'maria@hotmail.co.uk', 'outlook-com'],
  ['outlook', 'maria@outlook.com', 'outlook-com'],
  ['smtp', 'maria@gmail.com', 'smtp'],
  ['relay', 'maria@gmail.com', 'relay'],
] as const)('[D12.7] a %s mailbox of %s has the limits of %s', (kind, address, service) => {
  expect(mailServiceOf(kind, address)).toBe(service)
})

test('[D12.7] we stop at four fifths of what each service says it allows', () => {
  const { relay, smtp, ...services } = mailLimits
  for (const { cap, allowed, source } of Object.values(services)) {
    expect(cap).toBe((allowed ?? 0) * 0.8)
    expect(source).toMatch(/^https:/)
  }
  expect([relay.cap, smtp.cap]).toEqual([20, 400])
})

test.each([
  ['smtp.office365.com', true],
  ['SMTP-Mail.outlook.com ', true],
  ['redbud-example.mail.protection.outlook.com', true],
  ['smtp.live.com', true],
  ['smtp.gmail.com', false],
  ['notoutlook.com', false],
  ['outlook.com.redbud.example', false],
])('[D12.7] whether %s is a server of Microsoft: %s', (host, isMicrosoft) => {
  expect(isMicrosoftServer(host)).toBe(isMicrosoft)
})

test.each([
  ['smtp.office365.com', '2026-12-01T04:59:59.999Z', false],
  ['smtp.office365.com', '2026-12-01T05:00:00.000Z', true],
  ['smtp.gmail.com', '2026-12-02T05:00:00.000Z', false],
])('[D13.7] whether a mailbox of %s is told at %s that its password login ends: %s', (host, at, isTold) => {
  expect(passwordLoginEnds(host, new Date(at))).toBe(isTold)
})
