import { hostilePieces } from '@loadping/contract/broker-software/load-text.cases'
import { maxGrowth, workGrowth } from '@loadping/contract/testing/work-growth'
import { expect, test } from 'vitest'
import { readPastedLoads } from './pasted-load.ts'
import { pastedCases, pastingDay } from './pasted-loads.cases.ts'

const read = (text: string) => readPastedLoads(text, { today: pastingDay })

test('[D5.6] a fact names the text that states it', () => {
  const text = 'tmrw 8am Joliet→Dallas 53\u2019 van 44k $2400 all in'
  const [load] = read(text).loads

  expect(load?.fields.origin).toEqual({ value: { city: 'Joliet', state: 'IL' }, text: 'Joliet', start: 9, end: 15 })
  expect(load?.fields.pickup).toMatchObject({ value: { day: '2026-11-21', time: '08:00' }, text: 'tmrw 8am' })
  expect(load?.fields.weightPounds).toMatchObject({ value: 44_000, text: '44k' })
})

test('[D5.6] every fact lies in the text that was pasted, at its place', () => {
  for (const { text } of pastedCases)
    for (const { fields } of read(text).loads)
      for (const { text: stated, start, end } of Object.values(fields)) {
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        expect(stated).toHaveLength(end - start)
      }
})

test('[D5.6] a place that may be in several states is read without one', () => {
  expect(read('Springfield to Miami, van').loads[0]?.fields).toMatchObject({
    origin: { value: { city: 'Springfield' } },
    dest: { value: { city: 'Miami', state: 'FL' } },
  })
})

test('[D5.6] each load of a list is read, with what the list says of all', () => {
  const { loads } = read('Monday 11/23:\nReno, NV to Boise, ID $1,160\nReno, NV to Elko, NV $850\n\nall flatbed')

  expect(
    loads.map(({ fields: { dest, rate, pickup, equipment } }) => [
      dest?.value.city,
      rate?.value.cents,
      pickup?.value.day,
      equipment?.value,
    ]),
  ).toEqual([
    ['Boise', 116_000, '2026-11-23', 'Flatbed'],
    ['Elko', 85_000, '2026-11-23', 'Flatbed'],
  ])
})

test('[D5.6] Colorado at the end of a labeled line is a state, not the label of a company', () => {
  const { fields } = read('Origin: Reno, NV\nDestination: Greeley, CO\nPickup: 11/23').loads[0] ?? {}

  expect(fields?.dest?.value).toEqual({ city: 'Greeley', state: 'CO' })
  expect(fields).not.toHaveProperty('company')
})

test.each([
  ['$1,100 CAD', '$1,100'],
  ['CAD 1,100', '1,100'],
])('[D5.6] a rate in Canadian dollars, %s, is noted, not taken for US dollars', (rate, text) => {
  const { loads } = read(`Toronto, ON to Ottawa, ON, ${rate}`)

  expect(loads[0]?.fields.rate).toBeUndefined()
  expect(loads[0]?.notes).toMatchObject([{ why: 'canadian-dollars', text }])
})

test.each([
  ['Ridgemont Logistics MC 445566', 'Ridgemont Logistics', '445566'],
  ['Siouxland Cold MC-338190', 'Siouxland Cold', '338190'],
  ['Ironbridge Logistics, Inc. (MC 440918)', 'Ironbridge Logistics, Inc.', '440918'],
])('[D5.6] “%s” is a company and its MC number', (text, company, mc) => {
  expect(read(`Joliet, IL to Dallas, TX\n${text}`).loads[0]?.fields).toMatchObject({
    company: { value: company, text: company },
    mc: { value: mc },
  })
})

test("[D5.6] the carrier's MC number on a rate confirmation is not taken for the broker's", () => {
  const { loads } = read('Carrier: Redbud Carriers MC# 123456\nBroker: Cold Harbor LLC MC# 660112\nFrom: Reno, NV')

  expect(loads[0]?.fields).toMatchObject({ company: { value: 'Cold Harbor LLC' }, mc: { value: '660112' } })
})

test("[D5.6] the numbers and address of a quoted message are not taken for the other side's", () => {
  const quoted = '$2,400 works.\n\n> Joliet, IL to Dallas, TX? We ask $2,700. MC 123456, maria@redbud.example'

  expect(read(quoted).loads[0]?.fields).toMatchObject({
    origin: { text: 'Joliet, IL' },
    rate: { value: { cents: 240_000 } },
  })
  expect(read(quoted).loads[0]?.fields).not.toHaveProperty('mc')
  expect(read(quoted).loads[0]?.fields).not.toHaveProperty('email')
})

test.each([
  'Sure, it is open.\n\n> Joliet, IL to Dallas, TX? We ask $2,700, 45 deadhead',
  'Sure.\n\nOn Fri, Nov 20, 2026 Maria wrote:\nJoliet, IL to Dallas, TX. Our rate: $2,700',
  'Sure.\n\n-----Original Message-----\nJoliet, IL to Dallas, TX, $2,700 all in, DH 45',
])('[D5.6] what we asked in a quoted message is not taken for the rate: %j', (text) => {
  const { fields } = read(text).loads[0] ?? {}

  expect(fields).toMatchObject({ origin: { text: 'Joliet, IL' }, dest: { text: 'Dallas, TX' } })
  expect(fields).not.toHaveProperty('rate')
  expect(fields).not.toHaveProperty('deadheadMiles')
})

test.each([
  ...hostilePieces,
  'Origin: ',
  'pickup ',
  '<td',
  '> On ',
  'A\tB\n',
  '11/21 8-',
  'Load 1:\n',
  'CHI-DAL ',
  'Notes:  ',
  '[1',
  '\u2028',
])('[D5.6] long text of %j is read in linear time', (piece) => {
  expect(workGrowth(piece, read)).toBeLessThan(maxGrowth)
})

test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  '[D5.6] the word %s in a text is only a word',
  (word) => {
    const { loads } = read(`${word} 5\nReno, NV to Boise, ID $1,160\n${word}: ${word}`)
    const table = read(`Origin\t${word}\tDestination\tRate\nReno, NV\t5\tBoise, ID\t$1,160`)

    for (const { fields } of [loads[0], table.loads[0]].flatMap((load) => load ?? []))
      expect(fields).toMatchObject({ origin: { value: { city: 'Reno' } }, dest: { value: { city: 'Boise' } } })
    expect([loads.length, table.loads.length]).toEqual([1, 1])
  },
)

test('[D5.6] facts that a long text states beside its loads are read once for all of them', () => {
  const lanes = Array.from({ length: 60 }, (_, at) => `Reno, NV to ${at % 2 ? 'Elko, NV' : 'Boise, ID'} $${800 + at}`)

  expect(
    workGrowth('call us Monday at (555) 010-0142, ', (text) => read(`${lanes.join('\n')}\n\n${text}`)),
  ).toBeLessThan(maxGrowth)
  const start = Date.now()
  expect(read(`${lanes.join('\n')}\n\n${'call us Monday. '.repeat(6_000)}`).loads).toHaveLength(50)
  expect(Date.now() - start).toBeLessThan(5_000)
})
