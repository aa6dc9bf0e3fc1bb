import { type RefObject, useEffect, useState } from 'react'

type Asked = {
  container: RefObject<HTMLElement | null>
  /** The section that the address names. */
  named: string | undefined
  /** Changes with each navigation, also to the same address. */
  visit: string
}

/** How far below the upper edge a section counts as the one that is read. */
const readAtPx = 160

/**
 * Scrolls to the section that the address names, focuses it, and keeps it there while those above it load. Returns the
 * id of the section that is read: this one, until the user scrolls.
 */
export function useSectionInView({ container, named, visit }: Asked): string | undefined {
  const [inView, setInView] = useState(named)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation leads there again.
  useEffect(() => {
    const element = container.current
    const scroller = element?.closest('[data-scroller]')
    if (!element || !scroller) return
    setInView(named)
    const target = named === undefined ? null : document.getElementById(named)
    target?.focus({ preventScroll: true })

    let isReading = false // by scrolling; else the named section stays in its place
    const begin = () => {
      isReading = true
    }
    const stay = () => {
      if (!isReading) target?.scrollIntoView()
    }
    const follow = () => {
      if (isReading) setInView(readSection(element, scroller))
    }
    const sizes = new ResizeObserver(stay)
    sizes.observe(element)
    stay()
    for (const gesture of gestures) scroller.addEventListener(gesture, begin, { passive: true })
    scroller.addEventListener('scroll', follow, { passive: true })
    return () => {
      sizes.disconnect()
      for (const gesture of gestures) scroller.removeEventListener(gesture, begin)
      scroller.removeEventListener('scroll', follow)
    }
  }, [container, named, visit])

  return inView
}

const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/** Returns the last section that begins above the line of reading; at the very end the last one. */
function readSection(container: Element, scroller: Element): string | undefined {
  const sections = [...container.children].filter((section) => section.clientHeight > 0)
  const line = scroller.getBoundingClientRect().top + readAtPx
  const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
  const read = isAtEnd ? sections.at(-1) : sections.findLast((section) => section.getBoundingClientRect().top <= line)
  return read?.id || sections[0]?.id
}
