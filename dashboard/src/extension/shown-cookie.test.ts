import { expect, test } from 'vitest'
import { shownCookieAt } from './shown-cookie.ts'

test('over https the name of the cookie binds it to its host', () => {
  expect(shownCookieAt('https:')).toBe('__Host-loadping.extension-missing')
  expect(shownCookieAt('http:')).toBe('loadping.extension-missing')
})
