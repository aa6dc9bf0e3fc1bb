import { randomInt, randomUUID } from 'node:crypto'
import { recordContact, removeContact } from '../analytics/analytics.service.ts'
import { type DataDeps, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { createRandom, type Random } from '../demo/demo-random.ts'
import { buildLoad } from './inquiries.ts'

const dayMs = 86_400_000
const clockChanges = ['2025-03-08', '2025-03-09', '2025-11-01', '2025-11-02'].map((day) =>
  Date.parse(`${day}T05:00:00Z`),
)

/** Returns the seed that the environment names as SEED, to repeat a failed run, or a new one. */
export const chooseSeed = (): number => Number(process.env['SEED'] ?? randomInt(2 ** 31))

/**
 * Creates contacts of users in several teams, many of them on days when the clocks change. Undoes some, and returns how
 * many. The same seed makes the same contacts.
 */
export async function makeRandomContacts(
  ctx: Pick<DataDeps, 'db'>,
  { count, userIds, seed, atOnce = 8 }: { count: number; userIds: string[]; seed: number; atOnce?: number },
): Promise<number> {
  const teams = [null, randomUUID(), randomUUID()]
  const share = Math.ceil(count / atOnce)
  const undone = await Promise.all(
    Array.from({ length: atOnce }, (_, index) =>
      makeOneByOne(ctx, createRandom(seed + index), {
        count: Math.max(0, Math.min(share, count - index * share)),
        userIds,
        teams,
      }),
    ),
  )
  return undone.reduce((sum, each) => sum + each, 0)
}

type Scope = { userIds: string[]; teams: (string | null)[] }

async function makeOneByOne(
  { db }: Pick<DataDeps, 'db'>,
  random: Random,
  { count, ...scope }: Scope & { count: number },
): Promise<number> {
  const emails: { userId: string; id: string }[] = []
  let undone = 0
  for (let made = 0; made < count; made++) {
    const { contactTime, contact } = chooseContact(random, scope)
    await writeTogether(db, recordContact({ db, now: () => contactTime }, contact))
    if (contact.type === 'EMAIL') emails.push(contact)
    if (emails.length === 0 || random.between(1, 6) > 1) continue
    const [email] = emails.splice(random.between(0, emails.length - 1), 1)
    if (email)
      await inTransaction({ db }, (tx) => removeContact({ ...tx, now: () => new Date() }, email.userId, email.id))
    undone++
  }
  return undone
}

function chooseContact(random: Random, { userIds, teams }: Scope) {
  const day = random.happens(50) ? random.pick(clockChanges) : Date.parse('2024-06-01') + random.between(0, 729) * dayMs
  const contactTime = new Date(day + random.between(0, dayMs - 1))
  const seconds = random.happens(50) ? random.between(0, 3_599) : random.between(0, 9_999_999)
  const postedAt = random.happens(20) ? undefined : new Date(contactTime.getTime() - seconds * 1_000).toISOString()
  const rate = random.happens(20) ? undefined : { cents: seconds, basis: 'flat' as const }
  const contact = {
    id: randomUUID(),
    userId: random.pick(userIds),
    organizationId: random.pick(teams),
    type: random.pick(['PHONE', 'EMAIL', 'EMAIL'] as const),
    load: buildLoad({ postedAt, rate }),
    loadId: null,
    askCents: random.happens(20) ? null : random.between(0, 899_999),
  }
  return { contactTime, contact }
}
