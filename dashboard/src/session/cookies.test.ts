import { afterEach, expect, test, vi } from 'vitest'
import { readCookie, writeCookie } from './cookies.ts'

afterEach(() => {
  writeCookie('source', '', { days: -1 })
  vi.restoreAllMocks()
})

test('[9.5] a cookie lasts 7 days for the whole site by default', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  writeCookie('source', 'a friend; or two')

  expect(written).toHaveBeenLastCalledWith('source=a%20friend%3B%20or%20two; Max-Age=604800; Path=/; SameSite=Lax')
  expect(readCookie('source')).toBe('a friend; or two')

  writeCookie('source', 'x', { days: 1, path: '/load', domain: 'loadping.example' })
  expect(written).toHaveBeenLastCalledWith('source=x; Max-Age=86400; Path=/load; SameSite=Lax; Domain=loadping.example')
})

test('a missing cookie, or one with another encoding, causes no error', () => {
  expect(readCookie('source')).toBeUndefined()

  vi.spyOn(document, 'cookie', 'get').mockReturnValue('a=b; source=100%')
  expect(readCookie('source')).toBe('100%')
  expect(readCookie('sour')).toBeUndefined()
})
