import { createPointer } from './pointer.ts'
import { createProof } from './proof.ts'
import { createRaisedBars } from './raised-bars.ts'

/** What proves on this page that the user saw what they clicked, from the first part that is watched. */
let page: ReturnType<typeof createProof> | undefined

const proof = () => (page ??= start())

/** Starts to watch a part of the controls: a row's bar or panel. */
export const watchVisibility = (part: HTMLElement): void => proof().watch(part)
export const unwatchVisibility = (part: HTMLElement): void => proof().unwatch(part)
export const restartVisibility = (part: HTMLElement): void => proof().restart(part)
export const wasVisible = (part: HTMLElement, event: MouseEvent): Promise<boolean> => proof().wasVisible(part, event)
export const wasShown = (part: HTMLElement, event: KeyboardEvent): Promise<boolean> => proof().wasShown(part, event)
export const staysShown = (part: HTMLElement, event: KeyboardEvent): Promise<boolean> => proof().staysShown(part, event)

function start(): ReturnType<typeof createProof> {
  const pointer = createPointer()
  const bars = createRaisedBars()
  const created = createProof({ pointer, bars })
  const options = { capture: true, passive: true }
  document.addEventListener('pointermove', pointer.follow, options)
  document.addEventListener('scroll', bars.onScroll, options)
  document.addEventListener('click', bars.reviewSoon, options)
  setTimeout(check)

  /** Random pauses keep a page from showing parts only while they are checked. */
  function check(): void {
    created.check()
    bars.check()
    setTimeout(check, 60 + Math.random() * 60)
  }
  return created
}
