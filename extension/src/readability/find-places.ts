import { minPlaces } from '@loadping/contract/extension/judge-board-health'
import { stateNames } from '@loadping/contract/places/states'

/** Enough text to find a list of loads; a longer page would cost time. */
const maxTexts = 3000
const states = Object.keys(stateNames).join('|')
const place = new RegExp(`\\p{L}[\\p{L}.' -]{1,40}\\s?,\\s{0,3}(?:${states})(?![\\p{L}\\p{N}])`, 'gu')

/** Counts places as `Joliet, IL` in the visible text below an element, up to as many as tell a list of loads. */
export function countPlaces(root: Element): number {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  let text = ''
  let texts = 0
  while (texts < maxTexts && walker.nextNode()) {
    const value = walker.currentNode.nodeValue?.trim()
    if (!value || !isShown(walker.currentNode.parentElement)) continue
    text += `${value.slice(0, 200)} `
    texts += 1
  }
  return Math.min(minPlaces, text.match(place)?.length ?? 0)
}

/** Finds what looks like a row: the outermost element with a place whose parent holds a list of them. */
export function findLikelyRow(root: Element): Element | undefined {
  if (countPlaces(root) < minPlaces) return undefined
  const [list] = [...root.children].filter((child) => countPlaces(child) === minPlaces)
  return list ? findLikelyRow(list) : [...root.children].find((child) => countPlaces(child) > 0)
}

const isShown = (element: Element | null): boolean =>
  element !== null && !/^(?:script|style|noscript|template)$/.test(element.localName) && element.checkVisibility()
