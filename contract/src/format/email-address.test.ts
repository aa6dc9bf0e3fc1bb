import { expect, test } from 'vitest'
import { EmailAddress, isEmailAddress } from './email-address.ts'

test.each([
  'a@b.co',
  'maria+loads@redbud.example',
  "o'neil@sub.domain.example",
  'UPPER@Case.Example',
  `${'a'.repeat(64)}@b.example`,
])('[E10] %s is a valid address', (address) => expect(isEmailAddress(address)).toBe(true))

test.each([
  '',
  'a',
  '@b.co',
  'a@b',
  'a@b.c,v@x',
  'a@b.co,v@x.co',
  '"a@b.c, v@x"@y.example',
  '<a@b.co>v@x.co',
  'Name <a@b.co>',
  'a@b.co\r\nBcc: v@x.co',
  'a b@c.co',
  'a..b@c.co',
  '.a@c.co',
  'a@-b.co',
  'a@b-.co',
  'a@[127.0.0.1]',
  'a(comment)@b.co',
  'friends: a@b.co;',
  'a@bücher.example',
  'ä@b.co',
  `${'a'.repeat(65)}@b.example`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.example`,
  'a@b.co\u0000',
])('[E10] “%s” is not a valid address', (address) => expect(isEmailAddress(address)).toBe(false))

test('[E10] an address is trimmed and lower-cased', () => {
  expect(EmailAddress.parse('  Maria@Redbud.Example ')).toBe('maria@redbud.example')
})

test('[I09] a megabyte of hostile text is rejected quickly', () => {
  const start = Date.now()

  for (const text of ['a'.repeat(1e6), 'a.'.repeat(5e5), `${'a'.repeat(5e5)}@${'a'.repeat(5e5)}`])
    expect(isEmailAddress(text)).toBe(false)

  expect(Date.now() - start).toBeLessThan(500)
})
