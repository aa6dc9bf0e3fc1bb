import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { createRandom } from '../demo/demo-random.ts'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import { forget, readOpenApi, remember, requestFor, type Seen, spoiled } from '../testing/openapi-inputs.ts'
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
  const seen: Seen[] = []
  const users: TestUser[] = []
  for (const create of callers) users.push(await create())
  const faults: string[] = []
  const statuses: Record<string, number> = {}
  const tried = new Map(read.operations.map(({ operationId }) => [operationId, { times: 0, succeeded: 0 }]))
  let heapAtQuarter = 0

  for (let made = 0; made < count; made += 1) {
    const operation = read.operations[made % read.operations.length] ?? expect.fail()
    const index = random.between(0, users.length - 1)
    const world = { random, seen, word: words[index] ?? '' }
    const input = read.inputFor(operation, world)
    const bad = random.happens(60) ? spoiled(input, random) : input
    const request = requestFor(operation, bad, users[index]?.accessToken ?? '')
    const answer = await rawRequest(app.app, request)
    const fault = isForeign(operation, answer, world.word) ? 'has texts of another' : faultOf(operation, answer)
    if (fault) faults.push(`${request.method} ${request.url} ${String(request.payload).slice(0, 300)}: ${fault}`)
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    const tries = tried.get(operation.operationId) ?? expect.fail()
    tries.times += 1
    if (answer.status < 300) tries.succeeded += 1
    if (answer.status === 200 && /json/.test(answer.contentType))
      remember(world, operation.path, JSON.parse(answer.text))
    if (answer.status === 401 && operation.security.length > 0) {
      users[index] = await renew(index)
      forget(world)
    }
    if (made % 200 === 0) await app.runDueJobs()
    if (made % 200 === 0) app.log.length = app.sent.length = 0
    if (made === Math.floor(count / 4)) heapAtQuarter = heapMb()
  }

  expect(faults.slice(0, 20), `SEED=${seed}`).toEqual([])
  expect(statuses[200], `SEED=${seed} ${JSON.stringify(statuses)}`).toBeGreaterThan(count / 10)
  expect(everyEndpoint.map(({ name }) => name).filter((name) => !tried.get(name)?.times)).toEqual([])
  // The others need what no answer tells, such as a token from an email, or what few inputs make, such as a booked truck.
  const succeeded = [...tried].filter((one) => one[1].succeeded > 0).length
  if (count >= 20_000) expect(succeeded / tried.size, `SEED=${seed}`).toBeGreaterThan(0.65)
  expect(heapMb() - heapAtQuarter).toBeLessThan(30)
})
