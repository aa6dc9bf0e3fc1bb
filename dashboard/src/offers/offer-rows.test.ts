import type { OfferAnswer, OfferFacts } from '@loadping/contract/offers/offers'
import { expect, test } from 'vitest'
import { toBatches } from './answer-batches.ts'
import { formatEmpty, offersCsv, sortRows, toRow } from './offer-rows.ts'
import { mailLink, shortReply, templateReply } from './reply-text.ts'

const facts: OfferFacts = {
  origin: { city: 'Kansas City', state: 'MO' },
  dest: { city: 'Chicago', state: 'IL' },
  pickupDay: '2026-11-24',
  equipment: 'V',
  tripMiles: 526,
  reference: 'B20417',
}
const pastedAt = '2026-11-23T21:04:00.000Z'
const now = new Date('2026-11-23T21:10:00Z')

const answer = (text: string, change: Partial<OfferAnswer> = {}): OfferAnswer => ({
  id: text,
  text,
  pastedAt,
  isStarred: false,
  repliedAt: null,
  ...change,
})
const row = (text: string, change?: Partial<OfferAnswer>) => toRow(answer(text, change), facts, [])

test('[D13.12] an ask per mile is compared by its sum, and without miles stands as it is', () => {
  expect(row('$2.50/mi')).toMatchObject({ totalCents: 131_500, perMileCents: 250 })
  expect(row('$1,315')).toMatchObject({ totalCents: 131_500, perMileCents: 250 })
  const { tripMiles: _, ...unknown } = facts
  expect(toRow(answer('$2.50/mi'), unknown, [])).toMatchObject({ totalCents: undefined, perMileCents: 250 })
})

test.each([
  ['1350, flatbed', 'not a van'],
  ['1350, reefer', undefined],
  ['1350, dry van', undefined],
  ['1350', undefined],
])('[D13.12] “%s” for a van: %s', (text, misfit) => {
  expect(row(text).misfit).toBe(misfit)
})

test('[D13.12] what a broker needs and an answer does not state is named', () => {
  expect(row('1350 all in, MC 553918').missing).toEqual(['equipment', 'emptyIn', 'emptyOn'])
  expect(row('$1,250, van empty in Olathe, KS now, MC 245810').missing).toEqual([])
})

test('[D13.12] columns sort both ways, and what is not said is last in both', () => {
  const list = ['1400 all in', 'call me', '1250 all in', '$2.50/mi'].map((text) => row(text))
  const texts = (isDescending: boolean) => sortRows(list, 'ask', isDescending).map((each) => each.answer.text)

  expect(texts(false)).toEqual(['1250 all in', '$2.50/mi', '1400 all in', 'call me'])
  expect(texts(true)).toEqual(['1400 all in', '$2.50/mi', '1250 all in', 'call me'])
})

test.each([
  ['van empty in Olathe, KS now', 'Now'],
  ['van empty in Olathe, KS today at 6:30 PM', 'Today 6:30 PM CST'],
  ['van empty in Olathe, KS tomorrow 6am', 'Tue 6 AM CST'],
  ['van empty in Denver, CO tomorrow 6am', 'Tue 6 AM MST'],
  ['van empty in Olathe, KS tomorrow', 'Tue, Nov 24'],
  ['van empty in Olathe, KS at 6:30 PM', '6:30 PM'],
])('[D13.12] “%s” is shown as %s', (text, shown) => {
  const found = row(text)
  const [time] = found.fields.emptyOn

  expect(time && formatEmpty(time.value, found, now)).toBe(shown)
})

test('[D13.12] a truck that was empty now on another day is not shown as empty now', () => {
  const found = row('van empty in Olathe, KS now')
  const [time] = found.fields.emptyOn

  expect(time && formatEmpty(time.value, found, new Date('2026-11-25T15:00:00Z'))).toBe('Now, on Mon, Nov 23')
})

test('[D13.12] the CSV has every value, and runs nothing', () => {
  const csv = offersCsv([row('=cmd()\n1350 all in, dry van and a flatbed, MC 553918', { isStarred: true })])

  expect(csv.split('\r\n')[1]).toMatch(/^1350\.00,2\.57,,553918,Van; Flatbed,,,,,,,yes,2026-11-23T21:04:00\.000Z,/)
  expect(csv).toContain("'=cmd()")
})

const sender = { name: 'Dana Whitfield', company: 'Quillon Logistics', phone: '' }

test('[D13.12] the short reply names the posting and asks for what is missing', () => {
  const { subject, text } = shortReply(
    row('Can do 1350.\nTwo Rivers Transport\nMC 553918, van in Topeka, KS'),
    facts,
    sender,
  )

  expect(subject).toBe('Re: Kansas City, MO to Chicago, IL - Ref# B20417')
  expect(text).toBe(
    'Hello Two Rivers Transport,\n\nThank you for your offer on Kansas City, MO to Chicago, IL, Tue 11/24 (ref# B20417).\n\nWhen is the truck empty?\n\nDana Whitfield\nQuillon Logistics',
  )
})

test('[D13.12] a template is filled for the posting, asks too, and says what it lacks', () => {
  const template = { subject: 'About {{ref}}', template: '<p>{{postedLoadOriginDestination}}</p><p>Thanks</p>' }

  expect(templateReply(template, row('1350, van in Topeka, KS now'), { facts, sender: {} })).toEqual({
    subject: 'About B20417',
    text: 'Kansas City, MO to Chicago, IL\n\nThanks\n\nWhat is your MC number?',
  })
  const needing = { ...template, template: '{{mc}}' }
  expect(templateReply(needing, row('1350'), { facts, sender: {} })).toEqual({ missing: ['My MC Number'] })
})

test('[D13.12] an address adds no other to the link of a reply, and a long text is left out', () => {
  const link = mailLink('a&bcc=x@y.example', { subject: 'Re: 1 & 2', text: 'a\nb' })

  expect(link).toEqual({
    href: 'mailto:a%26bcc%3Dx@y.example?subject=Re%3A%201%20%26%202&body=a%0D%0Ab',
    hasText: true,
  })
  expect(mailLink('a@b.example', { subject: 's', text: 'x'.repeat(2_000) })).toEqual({
    href: 'mailto:a@b.example?subject=s',
    hasText: false,
  })
})

test('[D13.12] many or long answers are added in requests that the server reads', () => {
  expect(toBatches(Array.from({ length: 250 }, (_, at) => `${at}`)).map(({ length }) => length)).toEqual([100, 100, 50])
  const long = toBatches(Array.from({ length: 12 }, (_, at) => `${at}`.padEnd(20_000, 'é')))
  expect(long.flat()).toHaveLength(12)
  for (const batch of long) expect(new TextEncoder().encode(JSON.stringify(batch)).length).toBeLessThan(256 * 1_024)
})
