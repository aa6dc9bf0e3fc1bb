import { placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import { formattedValues } from '@loadping/contract/templates/placeholders.cases'
import { expect, test } from 'vitest'
import { placeholderGuide, placeholdersFor, searchPlaceholders } from './placeholder-guide.ts'

const spec = 'company do dest email origin avail rate ref trip truck weight length tripDO load truckLocation'.split(' ')
const posted = Object.keys(placeholderTitles).filter((name) => name.startsWith('postedLoad'))

test('[3.11] carriers and brokers get the named placeholders, and only brokers those of a posted load', () => {
  expect(placeholdersFor('carrier')).toEqual(expect.arrayContaining(spec))
  expect(placeholdersFor('carrier').filter((name) => posted.includes(name))).toEqual([])
  expect(posted).toHaveLength(6)
  expect(placeholdersFor('broker').sort()).toEqual(Object.keys(placeholderTitles).sort())
})

test.each(formattedValues)('[D4.10] the example of {{%s}} is what the renderer prints', (name, text) => {
  expect(Object.entries(placeholderGuide).find(([guided]) => guided === name)?.[1].example).toBe(text)
})

test('[3.11] a search finds placeholders by name, title and meaning', () => {
  expect(searchPlaceholders('deadhead', 'carrier')).toEqual(['do', 'tripDO'])
  expect(searchPlaceholders('AVAIL', 'carrier')).toEqual(['avail'])
  expect(searchPlaceholders('posted', 'carrier')).not.toContain('postedLoadOrigin')
  expect(searchPlaceholders(' ', 'broker')).toEqual(placeholdersFor('broker'))
})

test('[3.11] a search lists first the placeholders whose name begins with it', () => {
  expect(searchPlaceholders('load', 'carrier')[0]).toBe('load')
  expect(searchPlaceholders('TRUCK', 'carrier').slice(0, 2)).toEqual(['truck', 'truckLocation'])
})
