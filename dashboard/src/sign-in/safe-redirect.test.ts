import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/emailTemplate', '/emailTemplateEditor/1?a=b#c', '/emailTemplate', '/'])('%s is a path of this app and is followed', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test.each([
  null,
  '',
  '//evil.example',
  '/\\evil.example',
  '\t//evil.example',
  'https://evil.example/emailTemplate',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://localhost:3000@evil.example/',
  '/%2f%2fevil.example',
  '/nowhere',
  '/sign-in/verifying?token=x',
  '/sign-in',
  `/${'a'.repeat(8192)}`,
])('%j leads to the Dashboard instead', (asked) => {
  expect(safeRedirect(asked)).toBe('/')
})
