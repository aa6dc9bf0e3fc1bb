import { randomUUID } from 'node:crypto'
import type { Inquiry } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import type { TestUser } from './test-app.ts'

/** A load of DAT One, different at each call; what the test says about it counts. */
export const buildLoad = (said: Partial<PostedLoad> = {}): PostedLoad => ({
  board: 'dat-one',
  boardLoadId: randomUUID(),
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  pickupDay: '2026-11-21',
  equipment: 'V',
  tripMiles: 926,
  deadheadMiles: 45,
  rate: { cents: 231_500, basis: 'flat' },
  company: 'Quillon Logistics',
  contactEmail: 'loads@quillon.example',
  reference: 'Q48213',
  ...said,
})

/** Sends the user's Default template about a load, with a key of its own unless one is given. */
export async function sendInquiry(user: TestUser, said: Partial<Inquiry> = {}, key: string = randomUUID()) {
  const [template] = await user.templates.listTemplates()
  return user.emails.sendEmail({
    headers: { 'idempotency-key': key },
    body: { templateId: template?.id ?? '', load: buildLoad(), ...said },
  })
}
