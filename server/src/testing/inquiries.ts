import { randomUUID } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Inquiry } from '@loadping/contract/inquiries/inquiries'
import type { TestApp, TestUser } from './test-app.ts'

/** Creates a DAT One load, a new one at each call, with the test's own values. */
export const buildLoad = (overrides: Partial<PostedLoad> = {}): PostedLoad => ({
  board: 'dat-one',
  boardLoadId: randomUUID(),
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  pickupDay: '2082-11-21', // a Saturday, far ahead: nothing is sent about a pickup that is over
  equipment: 'V',
  tripMiles: 926,
  deadheadMiles: 45,
  rate: { cents: 231_500, basis: 'flat' },
  company: 'Quillon Logistics',
  contactEmail: 'loads@quillon.example',
  reference: 'Q48213',
  ...overrides,
})

/** Sends the user's Default template about a load, with a new idempotency key unless one is given. */
export async function sendInquiry(user: TestUser, overrides: Partial<Inquiry> = {}, key: string = randomUUID()) {
  const [template] = await user.templates.listTemplates()
  return user.inquiries.sendEmail({
    headers: { 'idempotency-key': key },
    body: { templateId: template?.id ?? '', load: buildLoad(), ...overrides },
  })
}

/** Counts the rows that a user's sends left in the database. */
export async function tracesOf({ pool }: TestApp, { userId }: TestUser) {
  const count = async (table: string) =>
    (await pool.query(`select count(*) from ${table} where user_id = $1`, [userId])).rows[0].count
  const sum = async (table: string, column: string) =>
    (await pool.query(`select coalesce(sum(${column}), 0) as sum from ${table} where user_id = $1`, [userId])).rows[0]
      .sum
  return {
    emails: await count('email'),
    contacts: await count('contact'),
    events: await count('contact_event'),
    queued: await count('delivery'),
    keys: await count('idempotency_key'),
    used: await sum('allowance', 'used'),
    counted: await sum(`(select * from contact_count where bucket = 'day') as days`, 'email_sent'),
  }
}
export const noTraces = { emails: 0, contacts: 0, events: 0, queued: 0, keys: 0, used: 0, counted: 0 }

/** Records a call about a saved load. */
export const callAbout = (user: TestUser, loadId: string, askCents?: number) =>
  user.loads.recordCall({
    headers: { 'idempotency-key': randomUUID() },
    body: { about: { loadId }, ...(askCents !== undefined && { askCents }) },
  })
