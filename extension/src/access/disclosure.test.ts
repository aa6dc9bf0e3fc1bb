import { brand } from '@loadping/contract/brand'
import { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { expect, test } from 'vitest'
import { boards } from '../boards/boards.ts'
import { definitions } from '../boards/readers.ts'
import { type SentField, type SentFieldName, sentFields } from '../ledger/sent-fields.ts'
import { manifest } from '../manifest.ts'
import {
  disclosure,
  fieldWords,
  firefoxData,
  listing,
  permissionReasons,
  privacyAnswers,
  sentData,
} from './disclosure.ts'

test('[D12.4] the notice names every field that is read on a board', () => {
  const text = disclosure.points.find(({ title }) => title === 'What is read')?.text
  const read = [...new Set(definitions.flatMap(({ fields }) => fields))]

  expect(read.length).toBeGreaterThan(20)
  const named = Object.entries(fieldWords).filter(([, word]) => new RegExp(`\\b${word}\\b`).test(text ?? ''))
  expect(read.filter((field) => !named.some(([name]) => name === field))).toEqual([])
})

/** The words of what is told of the kind, for each field that is not of a posting. */
const otherWords: Partial<Record<SentFieldName, string>> = {
  emailFrom: 'contact',
  temperature: 'equipment',
  board: 'board',
  boardLoadId: 'posting',
  to: 'contact',
  askCents: 'ask',
  formula: 'ask',
  values: 'what you typed',
  outcome: 'what came of it',
  cents: 'what came of it',
  before: 'what you undid',
  text: 'text by which you took an ask back',
  boards: 'how many loads and fields',
  structure: 'structure of a row',
  fields: 'structure of a row',
  code: 'code',
  refreshToken: 'token',
  accessToken: 'token',
}

test('[D12.15] what is told of a kind of data names each field of it that is sent', () => {
  const words: Record<string, string | undefined> = { ...fieldWords, ...otherWords }
  const untold = Object.entries<SentField>(sentFields).filter(([name, { data }]) => {
    const told = sentData.find(({ firefox }) => firefox === data)?.what.toLowerCase()
    return data !== undefined && !told?.includes(words[name]?.toLowerCase() ?? '?')
  })

  expect(untold).toEqual([])
  expect(Object.values<SentField>(sentFields).filter(({ data }) => data !== undefined).length).toBeGreaterThan(40)
})

/** Firefox's names for what extensions send. */
const firefoxNames =
  /^(authenticationInfo|browsingActivity|financialAndPaymentInfo|healthInfo|locationInfo|personalCommunications|personallyIdentifyingInfo|searchTerms|websiteActivity|websiteContent|technicalAndInteraction)$/
const chromeNames =
  /^(Personally identifiable information|Health information|Financial and payment information|Authentication information|Personal communications|Location|Web history|User activity|Website content)$/

test('[D12.15] what is sent has the names that the stores know', () => {
  for (const { firefox, chrome } of sentData) {
    expect(firefox).toMatch(firefoxNames)
    expect(chrome).toMatch(chromeNames)
  }
  const { required, optional } = firefoxData()
  expect(required).not.toContain('technicalAndInteraction') // Firefox takes it as optional only
  expect(new Set([...required, ...optional]).size).toBe(sentData.length)
})

test('[D12.15] each permission of a manifest has a reason, and no other is requested', () => {
  for (const browser of ExtensionBrowser.options) {
    const { permissions, host_permissions, optional_host_permissions } = manifest(browser, '1.0.0')

    expect(Object.keys(permissionReasons)).toEqual([...permissions, 'dashboard', 'boards'])
    expect(host_permissions).toHaveLength(1)
    expect(optional_host_permissions).toEqual(boards.flatMap(({ matches }) => matches))
  }
  for (const reason of Object.values(permissionReasons)) expect(reason.length).toBeLessThanOrEqual(1_000)
})

/** What each store takes of a short and a long text, and how many letters of a title. */
const limits = {
  chrome: { short: 132, long: [1, 16_000], title: 75 },
  edge: { short: 132, long: [250, 10_000], title: 45 },
  firefox: { short: 250, long: [1, 15_000], title: 45 },
} as const
const names = boards.map(({ name }) => name)

test.each(ExtensionBrowser.options)('[D12.15] the texts for %s are as long as its store takes them', (browser) => {
  const { title, short, long } = listing(names.join(', '))
  const { short: most, long: between, title: longest } = limits[browser]
  const text = long.join('\n\n')

  expect(title.length).toBeLessThanOrEqual(longest)
  expect(short[browser].length).toBeLessThanOrEqual(most)
  expect(text.length).toBeGreaterThanOrEqual(between[0])
  expect(text.length).toBeLessThanOrEqual(between[1])
  expect(privacyAnswers.purpose.length).toBeLessThanOrEqual(1_000)
  if (browser !== 'firefox') expect(manifest(browser, '1.0.0').description).toBe(short[browser])
})

test('[D12.15] a listing repeats no board and keeps to what Edge takes of search terms', () => {
  const { long, searchTerms } = listing(names.join(', '))
  const text = long.join('\n')

  for (const name of names) expect(text.split(new RegExp(`${name}(?! New)`)).length - 1, name).toBe(1)
  expect(text).toContain(`${brand.name} is independent`)
  expect(searchTerms.length).toBeLessThanOrEqual(7)
  expect(searchTerms.join(' ').split(' ').length).toBeLessThanOrEqual(21)
  for (const term of searchTerms) expect(term.length).toBeLessThanOrEqual(30)
})
