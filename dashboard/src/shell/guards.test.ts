import { createStaticHandler } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { endSession, openSession } from '../session/session.ts'
import { clearAuthParams } from '../sign-in/auth-params.ts'
import { requireSignIn } from './guards.ts'

/** Where the guard leads from an address; undefined when it lets in. */
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
])('[2.19] a visitor who is not signed in is led from %s to %s', async (from, to) => {
  expect(await leadFrom(from)).toBe(to)
})

test.each([
  ['/emailTemplate?x=1&accessToken=a', '/sign-in/verifying?x=1'],
  ['/emailTemplate?accessToken=a&refreshToken=r&redirect=%2Fload', '/sign-in/verifying'],
  ['/load?token=t&email=m%40a.example&x=1', '/sign-in/verifying?x=1'],
])('[D2.7] a visitor who brings a proof is led from %s to verify it first', async (from, to) => {
  expect(await leadFrom(from)).toBe(to)
})

test('someone who is signed in is let in', async () => {
  openSession({ accessToken: 'a', refreshToken: 'r' })

  expect(await leadFrom('/emailTemplate')).toBeUndefined()
})
