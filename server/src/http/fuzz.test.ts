import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '../demo/demo-random.ts'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import { readOpenApi, requestFor, spoiled, type World } from '../testing/openapi-inputs.ts'
import { chooseSeed } from '../testing/random-contacts.ts'
import { type Answer, problemError, rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner, grant } from '../testing/teams.ts'
import { isAsAgreed, type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

const count = Number(process.env['FUZZ_INPUTS'] ?? goalSize({ full: 20_000, tenth: 2_000, quick: 600 }))

let app: TestApp
let read: ReturnType<typeof readOpenApi>
beforeAll(async () => {
  app = await testApp({
    isScanned: false,
    change: (deps) => ({
      ...deps,
      limits: {
        ...deps.limits,
        templateChangesPerMinute: 1e6,
        invitationsPerDay: 1e6,
        signInRequestsPerIp: 1e6,
        checksPerIp: 1e6,
      },
    }),
  })
  read = readOpenApi((await app.app.inject('/openapi.json')).body)
})

/** Makes users whose data must stay apart: an owner with a member, another owner, a buyer and a broker. */
const callers: (() => Promise<TestUser>)[] = [
  () => createOwner(app),
  async () => createMember(app, await createOwner(app, { name: 'Hawthorn Freight' })),
  async () => {
    const user = await app.signUp()
    await grant(app, user, { plan: 'PRO' })
    return user
  },
  async () => {
    const user = await app.signUp()
    await user.account.saveUserInfo({ body: { userType: 'broker' } })
    return user
  },
]

/** A word in the texts of each caller. */
const words = callers.map((_, index) => `Canary${'ABCD'[index]}`)

const renew = (index: number): Promise<TestUser> => {
  const create = callers[index]
  if (!create) throw new Error(`There is no caller ${index}.`)
  return create()
}

const ids = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[\da-f]{4}-[\da-f]{12}|(?<=")[\w-]{22}(?=")/g

/** Keeps what an answer names, so that later inputs ask for it, as its owner and as others. */
function remember({ seen, random }: World, text: string): void {
  for (const [found] of text.matchAll(ids))
    if (!seen.includes(found)) seen.length < 400 ? seen.push(found) : seen.splice(random.between(0, 399), 1, found)
}

/** Says what is wrong with an answer: a failure, or something that the document does not say. */
function faultOf({ operationId, responses }: { operationId: string; responses: object }, answer: Answer) {
  if (answer.status >= 500) return 'failed'
  if (!(answer.status in responses)) return 'has a status that the document does not have'
  const problem = problemError(answer)
  if (problem || answer.status !== 200 || !answer.contentType.includes('json')) return problem
  const endpoint = everyEndpoint.find(({ name }) => name === operationId)?.endpoint
  return endpoint && isAsAgreed(endpoint, JSON.parse(answer.text)) ? undefined : 'has another answer than the document'
}

/** Whether an answer has texts of another caller; a link shows anyone a load's plan, and an invitation its team. */
const isForeign = ({ path }: { path: string }, { text }: Answer, word: string): boolean =>
  !/\/(shared|preview)\b/.test(path) && words.some((other) => other !== word && text.includes(other))

const heapMb = (): number => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed / 2 ** 20
}

test(`[G5] [I01] ${count} inputs made from the OpenAPI document find no failure and no foreign data`, {
  timeout: 180_000 + count * 100,
}, async () => {
  const seed = chooseSeed()
  const random = createRandom(seed)
  const seen: string[] = []
  const users: TestUser[] = []
  for (const create of callers) users.push(await create())
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  let heapAtQuarter = 0

  for (let made = 0; made < count; made += 1) {
    const operation = random.pick(read.operations)
    const index = random.between(0, users.length - 1)
    const world = { random, seen, word: words[index] ?? '' }
    const input = read.inputFor(operation, world)
    const bad = random.happens(60) ? spoiled(input, random) : input
    const request = requestFor(operation, bad, users[index]?.accessToken ?? '')
    const answer = await rawRequest(app.app, request)
    const fault = isForeign(operation, answer, world.word) ? 'has texts of another' : faultOf(operation, answer)
    if (fault) faults.push(`${request.method} ${request.url} ${String(request.payload).slice(0, 300)}: ${fault}`)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    if (answer.status === 200) remember(world, answer.text)
    if (answer.status === 401 && operation.security.length > 0) users[index] = await renew(index)
    if (made % 200 === 0) await app.runDueJobs()
    if (made % 200 === 0) app.log.length = app.sent.length = 0
    if (made === Math.floor(count / 4)) heapAtQuarter = heapMb()
  }

  expect(faults.slice(0, 20), `SEED=${seed}`).toEqual([])
  expect(statuses[200], `SEED=${seed} ${JSON.stringify(statuses)}`).toBeGreaterThan(count / 10)
  expect(heapMb() - heapAtQuarter).toBeLessThan(30)
})
