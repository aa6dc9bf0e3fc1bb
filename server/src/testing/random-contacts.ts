import { randomInt, randomUUID } from 'node:crypto'
import { recordContact, removeContact } from '../analytics/analytics.service.ts'
import { type DataDeps, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { buildLoad } from './inquiries.ts'

type Made = { userId: string; emailId: string }

/**
 * Creates random contacts of users in several teams, many of them on days when the clocks change. Undoes some, and
 * returns how many.
 */
export async function makeRandomContacts(
  { db }: Pick<DataDeps, 'db'>,
  { count, userIds, atOnce = 8 }: { count: number; userIds: string[]; atOnce?: number },
): Promise<number> {
  const teams = [null, randomUUID(), randomUUID()]
  const days = ['2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02'].map((day) => Date.parse(`${day}T05:00:00Z`))
  const emails: Made[] = []
  let made = 0
  let undone = 0
  const makeOne = async () => {
    const day =
      randomInt(2) === 0 ? days[randomInt(days.length)] : Date.parse('2024-06-01') + randomInt(730) * 86_400_000
    const contactTime = new Date((day ?? 0) + randomInt(24 * 3_600_000))
    const id = randomUUID()
    const userId = userIds[randomInt(userIds.length)] ?? ''
    const type = randomInt(3) === 0 ? 'PHONE' : 'EMAIL'
    const seconds = randomInt(2) === 0 ? randomInt(3_600) : randomInt(10_000_000)
    const postedAt = randomInt(5) === 0 ? undefined : new Date(contactTime.getTime() - seconds * 1_000).toISOString()
    const load = buildLoad({ postedAt, rate: randomInt(5) === 0 ? undefined : { cents: seconds, basis: 'flat' } })
    const contact = { id, userId, type, load, loadId: null, organizationId: teams[randomInt(teams.length)] ?? null }
    const askCents = randomInt(5) === 0 ? null : randomInt(900_000)
    await writeTogether(db, recordContact({ db, now: () => contactTime }, { ...contact, type, askCents }))
    if (type === 'EMAIL') emails.push({ userId, emailId: id })
  }
  const undoOne = async () => {
    const [email] = emails.splice(randomInt(emails.length), 1)
    if (email)
      await inTransaction({ db }, (tx) => removeContact({ ...tx, now: () => new Date() }, email.userId, email.emailId))
    undone++
  }
  const run = async () => {
    while (made < count) {
      made++
      await makeOne()
      if (emails.length > 0 && randomInt(6) === 0) await undoOne()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return undone
}
