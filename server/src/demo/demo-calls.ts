import { randomUUIDv7 } from 'node:crypto'
import { postingKeyOf } from '@loadping/contract/boards/same-load'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import type { Deps } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { addContact, contactLoad } from '../loads/contacts.service.ts'
import type { DemoSender } from './demo-senders.ts'

type DemoCall = { by: string; minutesAgo: number; askCents: number; facts: StoredFacts }

/** Calls of the demo team about postings that the demo boards always show, so that their rows say who called. */
const demoCalls: DemoCall[] = [
  {
    by: 'priya@cottonwood.example',
    minutesAgo: 6,
    askCents: 184_000,
    facts: {
      board: 'dat-one',
      boardLoadId: 'DL4821305',
      equipment: 'VR',
      tripMiles: 655,
      origin: { city: 'Chicago', state: 'IL' },
      dest: { city: 'Little Rock', state: 'AR' },
      company: 'Oxbow Nine Brokerage',
      phone: '(555) 010-0128',
      rate: { cents: 170_300, basis: 'flat' },
    },
  },
  {
    by: 'tom@cottonwood.example',
    minutesAgo: 22,
    askCents: 679_500,
    facts: {
      board: 'truckstop',
      boardLoadId: '80214021',
      equipment: 'R',
      tripMiles: 2_155,
      origin: { city: 'Fresno', state: 'CA' },
      dest: { city: 'Nashville', state: 'TN' },
      company: 'Copperline Freight',
      phone: '(555) 010-0142',
      rate: { cents: 629_300, basis: 'flat' },
    },
  },
  {
    by: 'priya@cottonwood.example',
    minutesAgo: 41,
    askCents: 222_500,
    facts: {
      board: 'sylectus',
      boardLoadId: 'SY-77003',
      equipment: 'SMALL STRAIGHT',
      tripMiles: 722,
      origin: { city: 'Phoenix', state: 'AZ' },
      dest: { city: 'Reno', state: 'NV' },
      company: 'Prairie Gate Brokerage',
      phone: '(555) 010-0037',
      rate: { cents: 205_800, basis: 'flat' },
    },
  },
]

export async function createDemoCalls(ctx: Deps, senders: DemoSender[]): Promise<void> {
  for (const { by, minutesAgo, askCents, facts } of demoCalls) {
    const caller = senders.find(({ email }) => email === by)
    const loadKey = postingKeyOf(facts)
    if (!caller || !loadKey) throw new Error(`no demo call by ${by}`)
    const { userId, organizationId } = caller
    const at = new Date(ctx.now().getTime() - minutesAgo * 60_000)
    const then = { ...ctx, now: () => at }
    const { loadId, writes } = contactLoad(then, { userId, now: at, known: undefined, loadKey, facts, askCents })
    const called = { id: randomUUIDv7(), userId, loadId, loadKey, askCents }
    const contact = addContact(then, { ...called, organizationId, type: 'PHONE', toAddress: '', load: facts })
    await writeTogether(ctx.db, [...writes, ...contact])
    await ctx.db
      .insertInto('loadEvent')
      .values({ id: called.id, userId, loadId, by: userId, at, kind: 'called', cents: askCents })
      .execute()
  }
}
