import { hostOf } from './hiding.ts'

/** What a bar leaves out where it would cover text of its row: nothing, the rate per mile, or labels as well. */
type Fit = '' | 'is-tight' | 'is-tightest'

/** How far a bar stays away from text, in pixels. */
const gap = 6

const bars = new Set<HTMLElement>()
const waiting = new Set<HTMLElement>()
let isListening = false

/** Fits a bar into its row before the next frame, and each time the window changes its size. */
export function fitBar(bar: HTMLElement): void {
  if (!isListening) window.addEventListener('resize', fitAll)
  isListening = true
  bars.add(bar)
  fitSoon(bar)
}

export function stopFitting(bar: HTMLElement): void {
  bars.delete(bar)
  waiting.delete(bar)
}

function fitAll(): void {
  for (const bar of bars) fitSoon(bar)
}

function fitSoon(bar: HTMLElement): void {
  if (waiting.size === 0) requestAnimationFrame(fitWaiting)
  waiting.add(bar)
}

/** Measures all bars before it changes one, so that the browser computes their places once. */
function fitWaiting(): void {
  const due = [...waiting].filter((bar) => bar.isConnected)
  waiting.clear()
  for (const bar of due) setFit(bar, '')
  const fits = due.map((bar) => {
    const rect = bar.getBoundingClientRect()
    return fitOf(rect, textRectsOf(bar, rect), perMileWidthOf(bar))
  })
  for (const [index, bar] of due.entries()) setFit(bar, fits[index] ?? '')
}

/** Returns what a bar leaves out, by the places of the texts of its row. */
export function fitOf(bar: DOMRect, texts: readonly DOMRect[], perMileWidth: number): Fit {
  const beside = texts.filter(({ top, bottom, left }) => bottom > bar.top && top < bar.bottom && left < bar.right)
  const missing = Math.max(...beside.map(({ right }) => right)) + gap - bar.left
  if (missing <= 0) return ''
  return missing <= perMileWidth ? 'is-tight' : 'is-tightest'
}

function setFit(bar: HTMLElement, fit: Fit): void {
  for (const name of ['is-tight', 'is-tightest'] as const)
    if (bar.classList.contains(name) !== (name === fit)) bar.classList.toggle(name)
}

const perMileWidthOf = (bar: HTMLElement): number => bar.querySelector('.per-mile')?.getBoundingClientRect().width ?? 0

/**
 * Returns the places of a row's texts that a bar may cover: those of the cells that reach under it. What is too long for
 * its cell ends with the cell.
 */
function textRectsOf(bar: HTMLElement, under: DOMRect): DOMRect[] {
  const place = hostOf(bar)?.parentElement
  const row = place?.closest('tr') ?? place
  return [...(row?.children ?? [])].flatMap((cell) => {
    const { left, right } = cell.getBoundingClientRect()
    return right + gap > under.left && left < under.right ? textRectsIn(cell, right) : []
  })
}

function textRectsIn(cell: Element, end: number): DOMRect[] {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
  const rects: DOMRect[] = []
  while (walker.nextNode()) {
    if (!walker.currentNode.nodeValue?.trim()) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    for (const { left, top, right, height } of range.getClientRects())
      rects.push(new DOMRect(left, top, Math.min(right, end) - left, height))
  }
  return rects
}
