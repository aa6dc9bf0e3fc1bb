import { expect, test, vi } from 'vitest'
import { fitOnResize } from './fit.ts'

/** Lays out parts of these heights, and returns those that are shown. */
function fitted(parts: [string, number][]): string[] {
  document.body.innerHTML = parts
    .map(([markup, height]) => `<i data-height="${height}" ${markup}>${markup}</i>`)
    .join('')
  const shown = () => [...document.querySelectorAll<HTMLElement>('i')].filter(({ hidden }) => !hidden)
  vi.spyOn(document.body, 'offsetHeight', 'get').mockImplementation(() =>
    shown().reduce((sum, { dataset }) => sum + Number(dataset['height']), 0),
  )
  let onResize = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(fit: () => void) {
        onResize = fit
      }
      observe = () => onResize()
    },
  )
  fitOnResize()
  return shown().map(({ textContent }) => textContent)
}

test('a popup leaves out the last and least of its spare parts, only where it is too high', () => {
  const contacts: [string, number][] = ['1', '2', '3'].map((id) => [`data-spare="1" id="${id}"`, 37])
  expect(fitted([['', 489], ...contacts])).toHaveLength(4)
  expect(fitted([['', 500], ...contacts])).toEqual(['', 'data-spare="1" id="1"', 'data-spare="1" id="2"'])
  expect(fitted([['', 580], ['data-spare="2"', 20], ...contacts])).toEqual(['', 'data-spare="2"'])
})

test('a popup leaves out nothing that is open', () => {
  expect(
    fitted([
      ['', 590],
      ['data-spare="1" open', 100],
      ['data-spare="2"', 20],
    ]),
  ).toEqual(['', 'data-spare="1" open'])
})
