import { createStaticHandler } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { endSession, openSession } from '../session/session.ts'
import { clearAuthParams } from '../sign-in/auth-params.ts'
import { requireSignIn } from './guards.ts'

/** Returns where the guard redirects an address; undefined when it admits the user. */
async function leadFrom(address: string): Promise<string | null | undefined> {
  const answer = await createStaticHandler([{ path: '*', loader: requireSignIn }]).query(
    new Request(`https://dash.example${address}`),
  )
  return answer instanceof Response ? answer.headers.get('location') : undefined
}

afterEach(() => {
  endSession()
  clearAuthParams()
})

test.each([
  ['/', '/sign-in'],
  ['/emailTemplate', '/sign-in?redirect=%2FemailTemplate'],
  ['/emailTemplate?x=1', '/sign-in?redirect=%2FemailTemplate%3Fx%3D1'],
  ['/load?token=t&x=1', '/sign-in?redirect=%2Fload%3Fx%3D1'],
  ['/load?accessToken=&redirect=%2Fpricing', '/sign-in?redirect=%2Fload'],
])('[2.19] a guest is redirected from %s to %s', async (from, to) => {
  expect(await leadFrom(from)).toBe(to)
})

test.each([
  ['/emailTemplate?x=1&accessToken=a', '/sign-in/verifying?x=1'],
  ['/emailTemplate?accessToken=a&refreshToken=r&redirect=%2Fload', '/sign-in/verifying'],
  ['/load?token=t&email=m%40a.example&x=1', '/sign-in/verifying?x=1'],
])('[D2.7] a guest with a proof is redirected from %s to verify it first', async (from, to) => {
  expect(await leadFrom(from)).toBe(to)
})

test('a signed-in user is admitted', async () => {
  openSession({ accessToken: 'a', refreshToken: 'r' })

  expect(await leadFrom('/emailTemplate')).toBeUndefined()
})
