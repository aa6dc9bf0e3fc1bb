import { reachedNobody } from '@loadping/contract/emails/emails'
import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '../demo/demo-random.ts'
import { pauseRule } from '../relay/pause-rule.ts'
import { listReceivers } from '../relay/relay.service.ts'
import { goalSize } from '../testing/goal-size.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { readOpenApi, remember, requestFor, type Seen } from '../testing/openapi-inputs.ts'
import { chooseSeed } from '../testing/random-contacts.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createReviewerCode, inventReviewerAddress, signInReviewer } from '../testing/reviewers.ts'
import { createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

const inputs = goalSize({ full: 20_000, tenth: 2_000, quick: 400 })

let app: TestApp
beforeAll(async () => {
  app = await testApp({ isScanned: false })
})

const createAndSignIn = async (email?: string) => signInReviewer(app, await createReviewerCode(app, email))

test('[D13.6] a reviewer joins no team, also by an invitation from before', async () => {
  const email = inventReviewerAddress()
  const owner = await createOwner(app)
  const token = await inviteByMail(app, owner, email)
  const reviewer = await createAndSignIn(email)

  await expect(reviewer.team.acceptInvitation({ query: { token } })).rejects.toMatchObject({ code: 'not-allowed' })
  expect((await reviewer.account.getMe()).organizationId).toBeNull()
})

test('[D13.6] an email of a reviewer neither waits for a pause of a receiver nor ends it', async () => {
  const to = 'loads@quillon.example'
  const refuse = { outcome: 'rejected', reason: '421 unusual rate', refusesSender: true } as const
  const users = [await app.signUp(), await app.signUp(), await app.signUp()]
  const code = await createReviewerCode(app)
  app.mailbox.answer = () => refuse
  for (const user of users) await sendInquiry(user, { to })
  app.clock.advance(10_000)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  const paused = await listReceivers(app.deps)
  expect(paused).toMatchObject([{ receiver: 'quillon.example', pausedUntil: expect.any(Date) }])

  for (const minutes of [0, pauseRule.pauseMinutes[0]]) {
    app.clock.advance(minutes * 60_000)
    const reviewer = await signInReviewer(app, code)
    const { id } = await sendInquiry(reviewer, { to })
    app.clock.advance(10_000)
    await app.runDueJobs()
    const email = await reviewer.emails.getEmail({ params: { id } })
    expect(email, `${minutes} minutes`).toMatchObject({ state: 'sent', failure: reachedNobody })
    expect(await listReceivers(app.deps)).toEqual(paused)
  }
})

test(`[D13.6] ${inputs} calls of a reviewer, made from the OpenAPI document, email nobody`, {
  timeout: 120_000 + inputs * 100,
}, async () => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const { operations, inputFor } = readOpenApi((await app.app.inject('/openapi.json')).body)
  const signedIn = operations.filter(({ security }) => security.length > 0)
  const world = { random, seen: [] as Seen[], word: 'Canary' }
  const tried: string[] = []
  const statuses: Record<string, number> = {}
  let reviewer = await createManager()
  await app.runDueJobs()
  app.mailbox.answer = ({ to, subject }) => {
    tried.push(`${to}: ${subject}`)
    return { outcome: 'accepted' }
  }

  for (let made = 0; made < inputs; made += 1) {
    const operation = random.pick(signedIn)
    const answer = await rawRequest(app.app, requestFor(operation, inputFor(operation, world), reviewer.accessToken))
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status === 200 && /json/.test(answer.contentType))
      remember(world, operation.path, JSON.parse(answer.text))
    if (answer.status === 401) reviewer = await createManager()
    app.clock.advance(1_000)
    if (made % 50 === 0) await app.runDueJobs()
  }
  app.clock.advance(3_600_000)
  await app.runDueJobs()

  expect(tried, `SEED=${seed}`).toEqual([])
  expect(statuses[200], `SEED=${seed} ${JSON.stringify(statuses)}`).toBeGreaterThan(inputs / 5)
})

/** Signs a reviewer in who has a paid team, so that the plan refuses nothing. */
async function createManager(): Promise<TestUser> {
  const reviewer = await createAndSignIn()
  await reviewer.account.saveUserInfo({ body: { userType: 'carrier' } })
  await grant(app, reviewer)
  await reviewer.team.createOrganization({ body: { name: 'Store Review LLC' } })
  return reviewer
}
