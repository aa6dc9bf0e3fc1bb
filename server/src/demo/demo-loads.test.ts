import { rmSync } from 'node:fs'
import { markKeysOf } from '@loadping/contract/extension/mark-keys'
import { addDays, newYorkDay } from '@loadping/contract/format/new-york-days'
import { LoadStatus } from '@loadping/contract/loads/load-status'
import { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { beforeAll, expect, test } from 'vitest'
import { findDifferences } from '../analytics/check-counts.service.ts'
import { sharedTempFolder } from '../testing/spawned-product.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { removeDemo, seedDemo } from './demo.ts'

let app: TestApp
let grace: TestUser
beforeAll(async () => {
  app = await testApp()
  const path = sharedTempFolder()
  await seedDemo(app.deps, { path, release: () => {} })
  rmSync(path, { recursive: true })
  grace = await app.signUp('grace@cottonwood.example')
})

const aurora = { city: 'Aurora', state: 'IL' }
const rowsOf = async (text: string, values: unknown[] = []) => (await app.pool.query(text, values)).rows

test('[D1.7] the demo team has some 1,500 loads of 30 days, with every status, outcome and notes', async () => {
  const { total, byStatus, people, askedCount } = await grace.loads.summarizeLoads({ query: {} })

  expect(total).toBeLessThanOrEqual(1_500)
  expect(total).toBeGreaterThan(1_480) // what two people saved is one load
  expect(Object.keys(byStatus).sort()).toEqual([...LoadStatus.options].sort())
  expect(people).toHaveLength(5)
  expect(askedCount).toBeGreaterThan(1_300)
  const outcomes = await rowsOf('select distinct outcome from load where outcome is not null')
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([...OutcomeKind.options].sort())
  const [span] = await rowsOf(
    `select count(note) as notes, extract(day from now() - min(first_seen_at))::int as days,
       max(greatest(first_seen_at, updated_at, contacted_at, outcome_at)) <= $1 as is_past from load`,
    [app.clock.now],
  )
  expect(span).toMatchObject({ is_past: true })
  expect(Number(span.notes)).toBeGreaterThan(60)
  expect(span.days).toBeGreaterThan(27)
})

test('[D1.7] some loads of the demo team were saved by two of it', async () => {
  const { loads } = await grace.loads.listLoads({ query: { limit: '200' } })

  const joined = loads.filter(({ savedBy }) => savedBy?.length === 2)
  expect(joined.length).toBeGreaterThan(1)
  expect(joined.length).toBeLessThan(loads.length / 10)
})

test('[D1.7] each ask of the demo has its emails and calls, and the daily counts equal the contacts', async () => {
  const [counted] = await rowsOf(
    `select (select count(*) from load where contacted_at is not null) as loads,
       (select count(*) from contact where holder = user_id and holder in (select user_id from load)) as contacts,
       (select count(*) from contact_event where load_id is not null) as events,
       (select count(*) from load join email on email.user_id = load.user_id and email.load_id = load.id
          and email.ask_cents = load.ask_cents and email.created_at = load.contacted_at) as emails,
       (select count(*) from load join load_event as call on call.user_id = load.user_id and call.load_id = load.id
          and call.kind = 'called' and call.cents = load.ask_cents and call.at = load.contacted_at) as calls`,
  )
  expect(Number(counted.contacts)).toBeGreaterThan(Number(counted.loads))
  expect(counted.events).toBe(counted.contacts)
  expect(Number(counted.emails) + Number(counted.calls)).toBe(Number(counted.loads))
  expect(await findDifferences(app)).toEqual([])
  const [cents] = await rowsOf(
    `select (select sum(ask_cents) from contact_event where type = 'EMAIL') as rates, (select sum(ask_cents) from email) as asks`,
  )
  expect(cents.rates).toBe(cents.asks)
})

test('[D1.7] the demo team makes about 2,500 contacts in 30 days, about loads it has trucks for', async () => {
  const [{ contacts }] = await rowsOf(
    'select count(*)::int as contacts from contact_event where organization_id is not null',
  )
  const unfit = await rowsOf(
    `select load ->> 'equipment' as code from email join account on account.id = user_id
     where user_type = 'carrier' and not exists (select from truck where truck.user_id = email.user_id and truck.equipment =
       case load ->> 'equipment' when 'V' then 'van' when 'R' then 'reefer' when 'F' then 'flatbed' else 'step-deck' end)`,
  )

  expect(contacts).toBeGreaterThan(2_350)
  expect(contacts).toBeLessThan(2_650)
  expect(unfit).toEqual([])
})

test("[D1.7] the demo's broker has emailed and called carriers, with no load", async () => {
  const owen = await app.signUp('owen@quillon.example')

  const { emails } = await owen.emails.listEmails({ query: {} })
  const { today, recentContacts } = await owen.home.getHome({ query: {} })

  expect(emails.length).toBeGreaterThan(20)
  expect(emails.every(({ subject }) => !/[{}[\]]|undefined/.test(subject))).toBe(true)
  expect(today.totalInquiries).toBeGreaterThan(0)
  expect(recentContacts.length).toBeGreaterThan(2)
  expect(await rowsOf('select from load where user_id = $1', [owen.userId])).toEqual([])
})

test('[D1.7] rows of the demo boards say which teammates called', async () => {
  const state = await grace.extension.getPageState({ query: {} })
  const { salt = '', marks = [] } = state?.marks ?? {}
  const of = (board: 'dat-one' | 'truckstop' | 'sylectus', boardLoadId: string) => {
    const { postingKey } = markKeysOf(salt, { board, boardLoadId, origin: aurora, dest: aurora })
    return marks.filter((mark) => mark.postingKey === postingKey).map(({ name, type }) => `${name} ${type}`)
  }

  expect(of('dat-one', 'DL4821305')).toEqual(['Priya Nair PHONE'])
  expect(of('truckstop', '80214021')).toEqual(['Tom Becker PHONE'])
  expect(of('sylectus', 'SY-77003')).toEqual(['Priya Nair PHONE'])
})

test("[D1.7] the demo's contacts follow a week at work, in business hours of New York", async () => {
  const { hours, medianSeconds, count } = await grace.analytics.getContactTimes({
    query: { startDate: addDays(newYorkDay(app.clock.now), -59) },
  })

  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  expect(sum(hours.slice(0, 5).flat())).toBeGreaterThan(3 * sum(hours.slice(5).flat()))
  expect(sum(hours.flatMap((day) => day.slice(7, 12)))).toBeGreaterThan(sum(hours.flatMap((day) => day.slice(12))))
  expect(count).toBeGreaterThan(150)
  expect(medianSeconds).toBeLessThan(20 * 60)
})

test('[D1.7] a demo load opens with its history, and nothing of the demo is left after its removal', async () => {
  const { loads } = await grace.loads.listLoads({ query: { status: 'booked', limit: '1' } })
  const page = await grace.loads.getLoad({ params: { id: loads[0]?.id ?? '' } })

  expect(page.load.status).toBe('booked')
  expect(page.history.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['saved', 'outcome']))

  await rowsOf("insert into suppressed_recipient select id, 'gone@broker.example', now() from account where is_demo")
  await rowsOf("insert into board_health select id, 'dat-one', '{}' from account where is_demo")
  const holders = await rowsOf('select id from account where is_demo union select id from organization')
  await removeDemo(app.db)
  const columns = await rowsOf(`select table_name as name, column_name as holder from information_schema.columns
    where column_name in ('user_id', 'holder') and table_schema = 'public'`)
  for (const { name, holder } of columns)
    expect(await rowsOf(`select from ${name} where ${holder} = any($1)`, [holders.map(({ id }) => id)]), name).toEqual(
      [],
    )
})
