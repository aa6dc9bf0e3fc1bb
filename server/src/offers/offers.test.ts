import { randomUUID } from 'node:crypto'
import {
  maxAnswerLength,
  maxAnswersPerCall,
  maxAnswersPerPosting,
  maxOfferPostings,
  type OfferFacts,
} from '@loadping/contract/offers/offers'
import { beforeAll, expect, test } from 'vitest'
import { createBroker } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { removeEndedOffers } from './offers.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const facts: OfferFacts = {
  origin: { city: 'Kansas City', state: 'MO' },
  dest: { city: 'Chicago', state: 'IL' },
  pickupDay: '2026-11-24',
  pickupTime: '08:00',
  equipment: 'V',
  lengthFeet: 53,
  tripMiles: 526,
  rate: { cents: 122_500, basis: 'flat' },
  reference: 'B20417',
}

const signUpBroker = () => createBroker(app)

async function addPosting(user: TestUser): Promise<{ id: string }> {
  const params = { id: randomUUID() }
  await user.offers.addPosting({ body: { ...params, facts } })
  return params
}

const add = (user: TestUser, params: { id: string }, ...texts: string[]) =>
  user.offers.addAnswers({ params, body: { texts } })
const textsOf = async (user: TestUser, params: { id: string }) =>
  (await user.offers.listAnswers({ params })).map(({ text }) => text)

test('[D13.12] a posting and its answers are kept as typed and pasted, in their order', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)

  await add(user, params, ' 1350 all in\r\nMC 553918 ', '1400\tvan', '1350 all in\nMC 553918')
  app.clock.advance(1_000)
  await add(user, params, '1275', '1400 van')

  expect(await textsOf(user, params)).toEqual(['1350 all in\nMC 553918', '1400 van', '1275'])
  expect(await user.offers.listPostings()).toEqual([
    { id: params.id, facts, createdAt: expect.any(String), answers: 3 },
  ])
  await user.offers.savePosting({ params, body: { ...facts, reference: 'C1' } })
  expect(await user.offers.listPostings()).toMatchObject([{ facts: { reference: 'C1' }, answers: 3 }])
})

test('[D13.12] answers are starred, replied to, deleted and brought back, all at once', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)
  const { added } = await add(user, params, 'one', 'two', 'three')
  const change = (ids: string[], value: Parameters<typeof user.offers.changeAnswers>[0]['body']['change']) =>
    user.offers.changeAnswers({ params, body: { ids, change: value } })
  const [first = '', second = ''] = added

  await change([first], { kind: 'star', isStarred: true })
  await change([second], { kind: 'reply' })
  expect(await user.offers.listAnswers({ params })).toMatchObject([
    { isStarred: true, repliedAt: null },
    { isStarred: false, repliedAt: app.clock.now.toISOString() },
    { isStarred: false, repliedAt: null },
  ])

  expect(await change([first, second], { kind: 'delete' })).toEqual({
    changed: expect.arrayContaining([first, second]),
  })
  expect(await change([first], { kind: 'delete' })).toEqual({ changed: [] })
  expect(await textsOf(user, params)).toEqual(['three'])
  await change([first], { kind: 'restore' })
  expect(await textsOf(user, params)).toEqual(['one', 'three'])
  expect(await add(user, params, 'two')).toEqual({ added: [second] })
  expect(await textsOf(user, params)).toHaveLength(3)
})

test('[D13.12] a deleted posting is back with its answers for a day, then it is gone', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)
  await add(user, params, 'one')

  await user.offers.deletePosting({ params })
  expect(await user.offers.listPostings()).toEqual([])
  await expect(add(user, params, 'two')).rejects.toMatchObject({ code: 'not-found' })
  await removeEndedOffers(app.deps)
  await user.offers.restorePosting({ params })
  await user.offers.restorePosting({ params })
  expect(await textsOf(user, params)).toEqual(['one'])

  await user.offers.deletePosting({ params })
  await age(user, 1.01)
  await removeEndedOffers(app.deps)
  await expect(user.offers.restorePosting({ params })).rejects.toMatchObject({ code: 'not-found' })
  expect(await countRows(user)).toEqual({ postings: 0, answers: 0 })
})

/** Makes all of a user's postings and answers so many days older. */
async function age({ userId }: TestUser, days: number): Promise<void> {
  const by = `${days} days`
  await app.pool.query(
    `update offer_posting set created_at = created_at - $2::interval, deleted_at = deleted_at - $2::interval,
       ends_at = ends_at - $2::interval where user_id = $1`,
    [userId, by],
  )
  await app.pool.query(
    `update offer_answer set pasted_at = pasted_at - $2::interval, deleted_at = deleted_at - $2::interval,
       ends_at = ends_at - $2::interval where user_id = $1`,
    [userId, by],
  )
}

async function countRows({ userId }: TestUser) {
  const { rows } = await app.pool.query(
    `select (select count(*) from offer_posting where user_id = $1) postings,
       (select count(*) from offer_answer where user_id = $1) answers`,
    [userId],
  )
  return rows[0]
}

test('[D13.12] an answer is kept for 30 days, and a posting for 30 after its last one', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)
  await add(user, params, 'one')
  await age(user, 20)
  await add(user, params, 'two')

  await age(user, 10.01)
  expect(await textsOf(user, params)).toEqual(['two']) // before the cleanup
  await removeEndedOffers(app.deps)
  expect(await countRows(user)).toEqual({ postings: 1, answers: 1 })

  await age(user, 20)
  expect(await user.offers.listPostings()).toEqual([])
  await removeEndedOffers(app.deps)
  expect(await countRows(user)).toEqual({ postings: 0, answers: 0 })
})

test("[D13.12] nobody sees, changes or deletes another broker's postings and answers", async () => {
  const user = await signUpBroker()
  const other = await signUpBroker()
  const params = await addPosting(user)
  const { added } = await add(user, params, 'one')
  const notFound = { code: 'not-found' }

  expect(await other.offers.listPostings()).toEqual([])
  await expect(other.offers.listAnswers({ params })).rejects.toMatchObject(notFound)
  await expect(add(other, params, 'two')).rejects.toMatchObject(notFound)
  await expect(other.offers.deletePosting({ params })).rejects.toMatchObject(notFound)
  await expect(other.offers.restorePosting({ params })).rejects.toMatchObject(notFound)
  await expect(other.offers.savePosting({ params, body: facts })).rejects.toMatchObject(notFound)
  const change = { ids: added, change: { kind: 'delete' as const } }
  await expect(other.offers.changeAnswers({ params, body: change })).rejects.toMatchObject(notFound)
  const own = await addPosting(other)
  expect(await other.offers.changeAnswers({ params: own, body: change })).toEqual({ changed: [] })
  expect(await textsOf(user, params)).toEqual(['one'])
})

test('[D13.12] carriers are refused', async () => {
  const user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 1, loadboards: [] } })

  await expect(user.offers.listPostings()).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[D13.12] the limits hold, also for two tabs at once', async () => {
  const user = await signUpBroker()
  const results = await Promise.allSettled(Array.from({ length: maxOfferPostings + 3 }, () => addPosting(user)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(maxOfferPostings)

  const [{ id = '' } = {}] = await user.offers.listPostings()
  const params = { id }
  const batch = (name: string) => Array.from({ length: maxAnswersPerCall }, (_, at) => `${name} ${at}`)
  for (let at = 0; at < maxAnswersPerPosting / maxAnswersPerCall - 1; at++) await add(user, params, ...batch(`${at}`))
  const last = await Promise.allSettled(['a', 'b'].map((name) => add(user, params, ...batch(name))))
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await textsOf(user, params)).toHaveLength(maxAnswersPerPosting)
  expect(await add(user, params, '0 0')).toEqual({ added: [] })
})

test('[D13.12] an answer that is too long is refused, and answers too long together', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)

  await expect(add(user, params, 'x'.repeat(maxAnswerLength + 1))).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(add(user, params, ' \n ')).rejects.toMatchObject({ code: 'invalid-input' })
  const long = (name: number) => Array.from({ length: 10 }, (_, at) => `${name} ${at} `.padEnd(maxAnswerLength, 'x'))
  for (let name = 0; name < 5; name++) await add(user, params, ...long(name))
  await expect(add(user, params, 'one more')).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[D13.12] what is deleted again and again does not pile up', async () => {
  const user = await signUpBroker()
  const params = await addPosting(user)
  for (let round = 0; round < 7; round++) {
    const texts = Array.from({ length: maxAnswersPerCall }, (_, at) => `${round} ${at}`)
    const { added } = await add(user, params, ...texts)
    await user.offers.changeAnswers({ params, body: { ids: added, change: { kind: 'delete' } } })
  }
  await add(user, params, 'last')
  for (let round = 0; round < maxOfferPostings + 2; round++)
    await user.offers.deletePosting({ params: await addPosting(user) })

  const { postings, answers } = await countRows(user)
  expect(answers).toBeLessThanOrEqual(maxAnswersPerPosting + 1)
  expect(postings).toBeLessThanOrEqual(maxOfferPostings + 2)
})
