import { Problem } from '@loadping/contract/wire/problem'
import { expect } from 'vitest'
import { type TestApp, type TestUser, tokenIn } from './test-app.ts'

/** Deletes the user's account, as its owner does on the Settings page. */
export const deleteAccount = (user: TestUser): Promise<{ deletesAt: string }> =>
  user.accountDeletion.deleteAccount({ body: { confirmation: user.email } })

/** Signs in to an account that its owner deleted, by the emailed link. Returns the refusal. */
export async function signInToDeleted(app: TestApp, email: string): Promise<Problem> {
  await app.as().signIn.requestLink({ body: { email } })
  await app.runDueJobs()
  const token = tokenIn(app.sent.findLast(({ to, text }) => to === email && text.includes('token=')))
  return refusalOf(app.as().signIn.verifyLink({ body: { email, token } }))
}

/** Waits until so many statements wait for a lock. */
export const waitForLocks = ({ pool }: TestApp, count: number): Promise<void> =>
  expect
    .poll(
      async () =>
        (
          await pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rowCount,
    )
    .toBe(count)

/** Returns the problem that a call fails with. */
export async function refusalOf(call: Promise<unknown>): Promise<Problem> {
  const error = await call.catch((thrown: unknown) => thrown)
  return error instanceof Problem ? error : expect.fail('the call was not refused')
}

/** Keeps the account whose sign-in was refused. */
export const keepAccount = (app: TestApp, { details }: Problem) =>
  app.as().accountDeletion.keepAccount({ body: { token: details.keepToken ?? '' } })
