import { expect, test } from 'vitest'
import { buildLoad } from '../testing/load-fixtures.ts'
import { flattenPages, type LoadPages, mapPages, replacePage } from './load-pages.ts'

const pageOf = (next: string | null, ...numbers: number[]) => ({ loads: numbers.map((each) => buildLoad(each)), next })
const pagesOf = (...pages: LoadPages['pages']): LoadPages => ({
  pages,
  pageParams: pages.map((_, index) => (index === 0 ? '' : `after ${index}`)),
})
const numbersIn = (data: LoadPages | undefined) => flattenPages(data).map(({ id }) => Number(id.slice(-12)))

const two = pagesOf(pageOf('after 1', 1, 2, 3), pageOf(null, 4, 5))

test('a page that is fetched again keeps the loads that new ones pushed beyond its end', () => {
  expect(numbersIn(replacePage(two, 0, pageOf('x', 9, 1, 2)))).toEqual([9, 1, 2, 3, 4, 5])
})

test('a page that is fetched again loses what is gone, and takes in what moved up', () => {
  expect(numbersIn(replacePage(two, 0, pageOf('x', 1, 3, 4)))).toEqual([1, 3, 4, 5])
})

test('the last page that is fetched again can end earlier or go on', () => {
  expect(numbersIn(replacePage(two, 1, pageOf(null, 5)))).toEqual([1, 2, 3, 5])
  expect(replacePage(two, 1, pageOf('more', 8, 4))?.pages[1]?.next).toBe('more')
})

test('a page of which nothing is left does not fit the next one', () => {
  expect(replacePage(two, 0, pageOf('x', 7, 8, 9))).toBeUndefined()
  expect(replacePage(two, 0, pageOf(null))).toBeUndefined()
  expect(replacePage(two, 5, pageOf(null, 1))).toBeUndefined()
})

test('a load that is on two pages is shown once', () => {
  expect(numbersIn(pagesOf(pageOf('after 1', 1, 2), pageOf(null, 2, 3)))).toEqual([1, 2, 3])
})

test('a change leaves the pages without it as they are', () => {
  const [, second] = two.pages
  const changed = mapPages(two, (load) => (load.id === buildLoad(2).id ? undefined : load))

  expect(numbersIn(changed)).toEqual([1, 3, 4, 5])
  expect(changed.pages[1]).toBe(second)
})
