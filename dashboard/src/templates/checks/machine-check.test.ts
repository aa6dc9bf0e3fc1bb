import { readLoadText } from '@loadping/contract/broker-software/load-text'
import { readingDay } from '@loadping/contract/broker-software/load-text.cases'
import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { bodyOf, mailContexts } from '@loadping/contract/templates/mail-check.cases'
import { brokerEmails, carrierEmails, laterEmails } from '@loadping/contract/templates/mail-check-emails.cases'
import { lineCases } from '@loadping/contract/templates/mail-check-lines.cases'
import { placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import { listFilled, type TemplateSource, type Values, valuesOf } from '@loadping/contract/templates/placeholders'
import { expect, test } from 'vitest'
import { checkReadBack, labelValue, type ReadBack, summarizeOffer } from './machine-check.ts'

const templates = [...lineCases, ...carrierEmails, ...laterEmails, ...brokerEmails].map((item) => {
  const { load, profile } = mailContexts[item.context]
  return { template: { subject: item.subject, template: bodyOf(item) }, values: valuesOf(load, profile) }
})

const readBacksOf = (template: TemplateSource, values: Values): ReadBack[] =>
  checkReadBack(template, values, readingDay)?.readBacks ?? []

const notRead = ['company', 'myCompany', 'signature', 'temp']

test('[D12.2] every filled value of the corpus is read back exactly, or the check says why not', () => {
  const all = templates.flatMap(({ template, values }) => {
    const expected = listFilled(template, values).filter(({ name }) => !notRead.includes(name))
    const readBacks = readBacksOf(template, values)
    expect(readBacks.map(({ placeholder, value }) => [placeholder, value])).toEqual(
      expected.map(({ raw, value }) => [raw, value]),
    )
    return readBacks
  })

  expect(all.length).toBeGreaterThan(600)
  expect(all.filter(({ why }) => why === undefined).length / all.length).toBeGreaterThan(0.95)
  for (const { why } of all) if (why !== undefined) expect(why).toMatch(/^Brokers' software /)
})

test('[D12.2] a value that is not read back is, once it has a labeled line', () => {
  const unread = templates.flatMap(({ template, values }) =>
    readBacksOf(template, values)
      .filter(({ why }) => why)
      .map((readBack) => ({ template, values, readBack })),
  )

  expect(unread.length).toBeGreaterThan(10)
  for (const { template, values, readBack } of unread) {
    const labeled = readBacksOf(labelValue(template, readBack), values)
    expect(labeled.filter(({ placeholder, why }) => placeholder === readBack.placeholder && why)).toEqual([])
  }
})

test.each([
  ['carrier', carrierDefaultTemplate],
  ['broker', brokerDefaultTemplate],
] as const)('[D12.2] all values of the Default template of a %s are read back', (context, template) => {
  const { load, profile } = mailContexts[context]
  const readBacks = readBacksOf(template, valuesOf(load, profile))

  expect(readBacks.length).toBeGreaterThan(5)
  expect(readBacks.filter(({ why }) => why)).toEqual([])
})

test.each(Object.keys(placeholderTitles).filter((name) => !notRead.includes(name)))(
  '[D12.2] {{%s}} on its labeled line is read back',
  (placeholder) => {
    const { load, profile } = mailContexts.carrier
    const values = valuesOf(load, profile)
    const [filled] = listFilled({ subject: '', template: `{{${placeholder}}}` }, values)
    if (!filled) throw new Error('not filled')
    const template = labelValue({ subject: '', template: '' }, { placeholder, why: 'not found', ...filled })

    expect(readBacksOf(template, values)).toEqual([
      { placeholder, name: placeholder, value: filled.value, why: undefined },
    ])
  },
)

test('[D12.2] a value that another one hides is named', () => {
  const { load, profile } = mailContexts.carrier
  const template = {
    subject: '',
    template: '<p>Empty towards {{truckLocation}}. We ask $2,500 of {{rate}} posted.</p>',
  }

  expect(readBacksOf(template, valuesOf(load, profile))).toMatchObject([
    { name: 'truckLocation', why: expect.stringContaining('does not find this value') },
    { name: 'rate', value: '$2,315', why: "Brokers' software reads $2,500 here." },
  ])
})

test.each([
  [
    'Rate: $2,450 all in. Van empty in Elgin, IL today. MC 123456',
    '$2,450 all-in · Van · MC 123456 · empty Elgin, IL today',
  ],
  ['Can cover for 2700. MC 123456', '$2,700 · MC 123456'],
  ['$2.65 a mile, USDOT 1234567', '$2.65/mi · USDOT 1234567'],
  ['Is it available?', ''],
])('[D12.2] software reads “%s” as “%s”', (text, summary) => {
  expect(summarizeOffer(readLoadText(text, { today: readingDay }).load)).toBe(summary)
})
