import { childNodesOf, contains, matches, parentNodeOf, rectOf, slotOf } from './page-element.ts'

/** Controls are not dimmed below this part of their strength, and not drawn below this part of their size. */
const minOpacity = 0.4
const minScale = 0.6
/** The corners of a clipping ancestor may be this round without hiding what is near them. */
const maxRadius = 24

/** What the style of one element does to everything in it. */
type Effect = { hides: boolean; opacity: number }
export type Effects = Map<Element, Effect>

/**
 * Whether an ancestor's mask, clip, filter or opacity, or its own scale, hides a part. Callers that ask for many parts
 * share the effects.
 */
export function isHidden(part: HTMLElement, effects: Effects = new Map()): boolean {
  if (!part.checkVisibility()) return true
  if (part.getBoundingClientRect().height < part.offsetHeight * minScale || part.offsetHeight < 12) return true
  let opacity = 1
  for (let element = rowOf(part); element; element = parentOf(element)) {
    const effect = effects.get(element) ?? readEffect(element)
    effects.set(element, effect)
    opacity *= effect.opacity
    if (effect.hides || opacity < minOpacity) return true
  }
  return false
}

/** Whether an ancestor dims or filters a part, without hiding it. */
export function isDimmed(part: HTMLElement): boolean {
  for (let element = rowOf(part); element; element = parentOf(element)) {
    const { opacity, filter } = getComputedStyle(element)
    if (opacity !== '1' || isSet(filter)) return true
  }
  return false
}

/**
 * Returns which parts have elements over them that clicks pass through: one that draws something there, or only empty
 * ones.
 */
export function findCovers(parts: HTMLElement[], elements: Element[] = allElements()): Covers {
  const covers: Covers = new Map()
  const places = parts.map((part) => ({ part, host: hostOf(part), place: placeOf(part) }))
  for (const element of places.length > 0 ? elements : []) {
    const box = rectOf(element)
    for (const { part, host, place } of places) {
      if (!overlap(box, place) || contains(element, host) || element === host) continue
      if (covers.get(part) === 'drawn' || !letsClicksPass(element)) continue
      covers.set(part, isDrawn(element) ? 'drawn' : 'empty')
    }
  }
  return covers
}

/** Whether clicks may pass through what an element draws, as through a shape that takes them on its outline only. */
const letsClicksPass = (element: Element): boolean => /none|stroke|fill/i.test(getComputedStyle(element).pointerEvents)

type Covers = Map<HTMLElement, 'drawn' | 'empty'>

const allElements = (): Element[] => [...document.querySelectorAll('html *')]

/** How many elements are examined at once: a board has tens of thousands, which take longer than a frame. */
const chunkSize = 800

/** Finds covers in slices, so that the board stays responsive. */
export async function findCoversInSlices(parts: HTMLElement[]): Promise<Covers> {
  const covers: Covers = new Map()
  const elements = parts.length > 0 ? allElements() : []
  for (let from = 0; from < elements.length; from += chunkSize) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    for (const [part, cover] of findCovers(parts, elements.slice(from, from + chunkSize)))
      if (covers.get(part) !== 'drawn') covers.set(part, cover)
  }
  return covers
}

type Box = { left: number; top: number; right: number; bottom: number }

function placeOf(element: Element): Box {
  const { left, top, right, bottom } = rectOf(element)
  return { left, top, right, bottom }
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top

export function hostOf(part: Element): HTMLElement | null {
  const root = part.getRootNode()
  return root instanceof ShadowRoot && root.host instanceof HTMLElement ? root.host : null
}

const rowOf = (part: Element): HTMLElement | null => hostOf(part)?.parentElement ?? null

function parentOf(element: Element): HTMLElement | null {
  const parent = slotOf(element) ?? parentNodeOf(element)
  if (parent instanceof ShadowRoot) return parent.host instanceof HTMLElement ? parent.host : null
  return parent instanceof HTMLElement ? parent : null
}

function readEffect(element: Element): Effect {
  const style = getComputedStyle(element)
  const clipsRound = style.overflow !== 'visible' && isRound(style)
  const isMasked = [style.maskImage, style.getPropertyValue('-webkit-mask-box-image-source')].some(isSet)
  const hides =
    style.visibility !== 'visible' || isMasked || isSet(style.clipPath) || clipsRound || style.mixBlendMode !== 'normal'
  const filters = isSet(style.filter) ? style.filter.split(/(?<=\)) /) : []
  return { hides: hides || !filters.every(keepsVisible), opacity: Number(style.opacity) * filterOpacity(filters) }
}

const isSet = (value: string): boolean => value !== '' && value !== 'none'

const isRound = ({ borderRadius }: CSSStyleDeclaration): boolean =>
  borderRadius
    .split(/[ /]+/)
    .some((radius) => (radius.endsWith('%') ? radius !== '0%' : Number.parseFloat(radius) > maxRadius))

const keepsVisible = (filter: string): boolean =>
  /^(grayscale|sepia|saturate|hue-rotate|drop-shadow|opacity)\(/.test(filter)

const filterOpacity = (filters: string[]): number =>
  filters.reduce((product, filter) => product * Number(/^opacity\(([\d.]+)\)$/.exec(filter)?.[1] ?? 1), 1)

function isDrawn(element: Element): boolean {
  const style = getComputedStyle(element)
  if (style.visibility !== 'visible' || style.opacity === '0') return false
  const isPicture = matches(element, 'img, svg, svg *, canvas, video, iframe, object, embed, input, textarea, select')
  const hasText = [...childNodesOf(element)].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  const hasBorder = style.borderStyle !== 'none' && style.borderWidth !== '0px'
  const hasOutline = style.outlineStyle !== 'none' && style.outlineWidth !== '0px'
  const images = [style.backgroundImage, style.boxShadow, style.backdropFilter]
  return (
    isPicture ||
    hasText ||
    hasBorder ||
    hasOutline ||
    images.some(isSet) ||
    !/^(transparent|.*, 0\))$/.test(style.backgroundColor)
  )
}
