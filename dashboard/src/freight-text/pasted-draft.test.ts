import { LoadFacts } from '@loadping/contract/boards/posted-load'
import { expect, test } from 'vitest'
import { type DraftTexts, draftFields, readDraft, toDraftTexts } from './pasted-draft.ts'
import { readPastedLoads } from './pasted-load.ts'
import { addedCases, pastedCases, pastingDay } from './pasted-loads.cases.ts'

const noTexts = Object.fromEntries(draftFields.map((field) => [field, ''])) as DraftTexts
const lane = { ...noTexts, origin: 'Joliet, IL', dest: 'Dallas, TX' }
const read = (texts: Partial<DraftTexts>) => readDraft({ ...lane, ...texts }, pastingDay)

test('[D5.6] what the fields show of each text is read back, and can be saved', () => {
  const loads = [...pastedCases, ...addedCases].flatMap(
    ({ text }) => readPastedLoads(text, { today: pastingDay }).loads,
  )

  expect(loads.length).toBeGreaterThan(190)
  for (const load of loads) {
    const texts = toDraftTexts(load, pastingDay)
    const { facts, errors } = readDraft(texts, pastingDay)
    const incomplete = (['origin', 'dest'] as const).filter((stop) => !load.fields[stop]?.value.state)
    expect([Object.keys(errors), texts]).toEqual([incomplete, texts])
    if (incomplete.length > 0) continue
    expect(LoadFacts.safeParse(facts).error).toBeUndefined()
    const { origin, pickup, pickupUntil, rate, weightPounds, delivery, deliveryUntil, temperature } = load.fields
    expect(facts).toMatchObject({
      origin: origin?.value,
      ...(pickup && { pickupDay: pickup.value.day }),
      ...(pickup?.value.time && { pickupTime: pickup.value.time }),
      ...(pickupUntil && { pickupUntilDay: pickupUntil.value.day }),
      ...(delivery && { deliveryDay: (deliveryUntil ?? delivery).value.day }),
      ...(rate && { rate: rate.value }),
      ...(weightPounds && { weightPounds: weightPounds.value }),
      ...(temperature && { temperature: temperature.value }),
    })
  }
})

test.each([
  ['pickup', 'tomorrow 8-2', { pickupDay: '2026-11-21', pickupTime: '08:00', pickupUntilTime: '14:00' }],
  ['pickup', '11/23 - 11/24', { pickupDay: '2026-11-23', pickupUntilDay: '2026-11-24' }],
  ['delivery', 'mon noon', { deliveryDay: '2026-11-23', deliveryTime: '12:00' }],
  ['weightPounds', '44k', { weightPounds: 44_000 }],
  ['weightPounds', '20000 kg', { weightPounds: 44_092 }],
  ['lengthFeet', "53'", { lengthFeet: 53 }],
  ['tripMiles', '1,208 mi', { tripMiles: 1_208 }],
  ['rate', '2400', { rate: { cents: 240_000, basis: 'flat' } }],
  ['rate', '2.65/mi', { rate: { cents: 265, basis: 'per-mile' } }],
  ['dest', 'laredo tx 78040', { dest: { city: 'Laredo', state: 'TX', postalCode: '78040' } }],
  ['dest', 'Dallas', { dest: { city: 'Dallas', state: 'TX' } }],
  ['email', 'Dana@Quillon.example', { contactEmail: 'Dana@Quillon.example' }],
  ['mc', 'MC-654321', { mc: '654321' }],
  ['temperature', '34-36 cont', { temperature: { lowF: 34, highF: 36, isContinuous: true } }],
  ['company', ' Quillon Logistics ', { company: 'Quillon Logistics' }],
] as const)('[D5.6] in the field %s, “%s” is read', (field, text, facts) => {
  expect(read({ [field]: text })).toEqual({ facts: expect.objectContaining(facts), errors: {} })
})

test.each([
  ['origin', '', 'Write the city and the state'],
  ['origin', 'Springfield', 'Write the city and the state'],
  ['pickup', 'soon', 'Write the day'],
  ['rate', 'a lot', 'Write dollars'],
  ['weightPounds', 'heavy', 'Write the weight in pounds'],
  ['temperature', 'cold', 'Write degrees Fahrenheit'],
  ['email', 'dana at quillon', 'Please enter a valid email'],
] as const)('[D5.6] in the field %s, “%s” is asked again', (field, text, message) => {
  expect(read({ [field]: text }).errors).toEqual({ [field]: expect.stringContaining(message) })
})
