import { expect, test } from 'vitest'
import { createFinder } from './find-entries.ts'

const entries = [
  { id: '1', label: 'Dashboard', words: 'home today' },
  { id: '2', label: 'My team', words: 'people' },
  { id: '3', label: 'Ámbar Núñez', words: 'ambar@redbud.example' },
  { id: '4', label: 'Settings', words: 'profile team' },
]
const find = createFinder(entries)
const idsOf = (typed: string) => find(typed).map(({ id }) => id)

test('[D9.3] a name counts more than another word, and accents do not matter', () => {
  expect(idsOf('team')).toEqual(['2', '4'])
  expect(idsOf('ambar nunez')[0]).toBe('3')
  expect(idsOf('HOME')).toEqual(['1'])
})

test('[D9.3] what has the typed word stands alone, without what is only similar', () => {
  const similar = createFinder([
    { id: '1', label: 'Dark theme' },
    { id: '2', label: 'What brokers see', words: 'DMARC' },
  ])

  expect(similar('dmarc').map(({ id }) => id)).toEqual(['2'])
  expect(similar('drk').map(({ id }) => id)).toEqual(['1'])
})

test.each(['', '   ', 'x', '*', '"', '\\', '🚚', 'zzzzzz', 'a'.repeat(10_000)])(
  'the text %o finds nothing',
  (typed) => {
    expect(find(typed)).toEqual([])
  },
)

test('an entry that was given twice is found once', () => {
  expect(createFinder([...entries, ...entries])('dashboard')).toHaveLength(1)
})
