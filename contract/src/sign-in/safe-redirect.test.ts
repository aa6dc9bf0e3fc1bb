import { expect, test } from 'vitest'
import { unsafeRedirects } from './safe-redirect.cases.ts'
import { safeRedirect } from './safe-redirect.ts'

test.each([
  '/emailTemplate',
  '/emailTemplateEditor/1?a=b#c',
  '/analytics?startDate=2026-11-01&userIds=a,b',
  '/my-team',
  '/',
])('[D2.7] the dashboard path %s is followed', (path) => {
  expect(safeRedirect(path)).toBe(path)
})

test(`[A12] [D2.7] ${unsafeRedirects.length} unsafe redirects lead to the Dashboard`, () => {
  expect(unsafeRedirects.length).toBeGreaterThan(250)
  for (const redirect of unsafeRedirects) expect(safeRedirect(redirect), JSON.stringify(redirect)).toBe('/')
})
