import { expect, test } from 'vitest'
import { unsafeRedirects } from './safe-redirect.cases.ts'
import { safeRedirect } from './safe-redirect.ts'

test.each([
  '/emailTemplate',
  '/emailTemplateEditor/1?a=b#c',
  '/analytics?startDate=2026-11-01&userIds=a,b',
  '/my-team',
  '/',
])('[D2.7] %s is a path of this app and is followed', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test(`[A12] [D2.7] ${unsafeRedirects.length} lures lead to the Dashboard instead`, () => {
  expect(unsafeRedirects.length).toBeGreaterThan(250)
  for (const asked of unsafeRedirects) expect(safeRedirect(asked), JSON.stringify(asked)).toBe('/')
})
