import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from './board-rows.ts'
import { listenForKeys } from './row-keys.ts'

const row = {} as Row
let end = new AbortController()
const onKey = vi.fn()
const close = vi.fn()
const move = vi.fn(() => true)
let time = 0

beforeEach(() => {
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot: () => null } })
  end = new AbortController()
})
afterEach(() => {
  end.abort()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Presses a key, long after the one before. Returns whether the page still gets it. */
function press(key: string, { isTrusted = true, afterMs = 5_000, ...init }: Press = {}): boolean {
  time += afterMs
  const event = new KeyboardEvent('keydown', { key, cancelable: true, ...init })
  Object.defineProperties(event, { isTrusted: { value: isTrusted }, timeStamp: { value: time } })
  window.dispatchEvent(event)
  return !event.defaultPrevented
}
type Press = KeyboardEventInit & { isTrusted?: boolean; afterMs?: number }

const listen = (current: () => Row | undefined = () => row, isChoice = () => false) =>
  listenForKeys({ current, isChoice, onKey, move, close }, end.signal)

test('after the extension was updated, keys throw no errors', () => {
  const openOrClosedShadowRoot = () => {
    throw new Error('Extension context invalidated.')
  }
  vi.stubGlobal('chrome', { dom: { openOrClosedShadowRoot } })
  listen()

  expect(press('e')).toBe(false)
})

test('the keys of an open card work on its row, and J and K move, without the page getting them', () => {
  listen()

  expect(['e', 'C', 's', 'm', 'j', 'K'].map((key) => press(key))).toEqual(Array(6).fill(false))
  expect(onKey.mock.calls.map(([, part]) => part)).toEqual(['email', 'call', 'save', 'menu'])
  expect(move.mock.calls).toEqual([[1], [-1]])
})

test('without an open card its keys go to the page', () => {
  listen(() => undefined)

  expect(['e', 'c', 's', 'm', 'x'].map((key) => press(key))).toEqual(Array(5).fill(true))
  expect(onKey).not.toHaveBeenCalled()
})

test.each<[string, Press]>([
  ['of a page', { isTrusted: false }],
  ['with Ctrl', { ctrlKey: true }],
  ['with Alt', { altKey: true }],
  ['with Cmd', { metaKey: true }],
  ['that is held down', { repeat: true }],
  ['of an input method', { isComposing: true }],
])('a key %s is no shortcut', (_, init) => {
  listen()

  expect(press('e', init)).toBe(true)
  expect(onKey).not.toHaveBeenCalled()
})

test.each(['<input>', '<textarea></textarea>', '<select></select>', '<div role="combobox" tabindex="0"></div>'])(
  'what is typed into %s of the board stays there',
  (html) => {
    document.body.innerHTML = html
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body.firstElementChild)
    listen()

    expect(['e', 'j', 's'].map((key) => press(key))).toEqual([true, true, true])
    expect([onKey, move].some(({ mock }) => mock.calls.length > 0)).toBe(false)
    vi.restoreAllMocks()
  },
)

test('a word that a page without a text field takes, as a game or a map does, sends nothing', () => {
  listen()
  press('x')

  expect(press('e', { afterMs: 300 })).toBe(true)
  expect(press('e', { afterMs: 1_200 })).toBe(false)
  expect(onKey).toHaveBeenCalledOnce()
})

test('a letter that chooses in our own menu is not typed, so that J works right after it', () => {
  listen(
    () => row,
    () => !isChosen,
  )
  let isChosen = false

  expect(press('d')).toBe(true)
  isChosen = true
  expect(press('j', { afterMs: 100 })).toBe(false)
  expect(onKey).not.toHaveBeenCalled()
})

test('Escape closes the card and still reaches the page', () => {
  listen()

  expect(press('Escape')).toBe(true)
  expect(close).toHaveBeenCalledOnce()
})

test('keys are no shortcuts right after a window or a frame that took them has closed', () => {
  listen()
  const focus = new FocusEvent('focus')
  Object.defineProperties(focus, { isTrusted: { value: true }, timeStamp: { value: time + 5_000 } })
  window.dispatchEvent(focus)

  expect([press('e', { afterMs: 5_200 }), press('c', { afterMs: 200 })]).toEqual([true, true])
  expect(onKey).not.toHaveBeenCalled()
})
