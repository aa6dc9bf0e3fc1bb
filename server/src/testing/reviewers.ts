import { randomUUID } from 'node:crypto'
import { createReviewer } from '../accounts/reviewers.service.ts'
import type { TestApp, TestUser } from './test-app.ts'

export type ReviewerCode = { email: string; code: string }

export const inventReviewerAddress = (): string => `reviewer-${randomUUID().slice(0, 8)}@loadping.test`

/** Creates a code of 30 days, as the operator does. */
export async function createReviewerCode(app: TestApp, email = inventReviewerAddress()): Promise<ReviewerCode> {
  const { code } = await createReviewer(app.deps, { email, days: 30 })
  return { email, code }
}

/** Signs in with a reviewer's code; the first time creates the account. */
export async function signInReviewer(app: TestApp, { email, code }: ReviewerCode): Promise<TestUser> {
  const pair = await app.as().signIn.verifyLink({ body: { email, code } })
  const { rows } = await app.pool.query('select id from account where email = $1', [email])
  return { ...app.as(pair.accessToken), ...pair, email, userId: rows[0].id }
}
