import type { CardPart } from '../controls/card.ts'
import { shadowRootOf } from '../controls/page-element.ts'
import type { RowPart } from '../controls/row-controls.ts'
import type { Row } from './board-rows.ts'

type Deps = {
  /** The row whose card is open. */
  current: () => Row | undefined
  /** Whether a key chooses in our own menu. */
  isChoice: (event: KeyboardEvent) => boolean
  onKey: (row: Row, part: RowPart | CardPart, event: KeyboardEvent) => void
  move: (by: 1 | -1) => boolean
  close: () => void
}

const parts: Record<string, RowPart | CardPart | undefined> = { e: 'email', c: 'call', s: 'save', m: 'menu' }

/** How long after a typed letter a key is no shortcut. */
const typingMs = 1000

/** Listens for the keys of the row whose card is open, and for J and K. Takes no key from what the user types. */
export function listenForKeys({ current, isChoice, onKey, move, close }: Deps, signal: AbortSignal): void {
  let typedAt = Number.NEGATIVE_INFINITY
  let typedInto: EventTarget | null = isTyping(document) ? document.activeElement : null
  window.addEventListener('keydown', onKeyDown, { capture: true, signal })
  window.addEventListener('focusin', onFocusIn, { capture: true, signal })
  window.addEventListener('focus', onFocus, { capture: true, signal })

  /** Remembers what the user types into, because the page gets the next key first and may take the focus away. */
  function onFocusIn({ target }: FocusEvent): void {
    typedInto = isTyping(document) ? target : null
  }

  /** The user may be typing into a window or frame that the page has just closed, so keys soon after count as typed. */
  function onFocus({ target, isTrusted, timeStamp }: FocusEvent): void {
    if (!(target instanceof Node) && isTrusted) typedAt = timeStamp
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isTrusted || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Escape') close()
    if (event.key.length !== 1 || isChoice(event)) return
    const isInText = isTyping(document) || event.target === typedInto || isText(event.target)
    const isTyped = event.repeat || isInText || event.timeStamp - typedAt < typingMs
    const isDone = !isTyped && !event.defaultPrevented && work(event)
    if (isDone) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else typedAt = event.timeStamp
  }

  function work(event: KeyboardEvent): boolean {
    const letter = event.key.toLowerCase()
    if (letter === 'j' || letter === 'k') return move(letter === 'j' ? 1 : -1)
    const row = current()
    const part = parts[letter]
    if (row && part) onKey(row, part, event)
    return row !== undefined && part !== undefined
  }
}

/** Returns what has the focus inside an element, also in a closed shadow root, such as that of our own panel. */
const focusIn = (element: Element | null): Element | null | undefined =>
  element instanceof HTMLElement ? shadowRootOf(element)?.activeElement : undefined

/** Whether keys go into a text, also one in a part of the page that we cannot see into. */
function isTyping({ activeElement, designMode }: Document): boolean {
  let element = activeElement
  for (let inner = focusIn(element); inner; inner = focusIn(inner)) element = inner
  return designMode === 'on' || isText(element)
}

function isText(element: EventTarget | null | undefined): boolean {
  if (!(element instanceof Element) || element === document.body) return false
  if (element instanceof HTMLElement && element.isContentEditable) return true
  const role = element.getAttribute('role') ?? ''
  return (
    /^(input|textarea|select|iframe|frame|object|embed|canvas)$/.test(element.localName) ||
    element.localName.includes('-') ||
    /^(textbox|searchbox|combobox|listbox|spinbutton|menu|grid|application)$/.test(role)
  )
}
