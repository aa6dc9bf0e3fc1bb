import type { PostedLoad } from '@loadping/contract/loads'
import * as z from 'zod/mini'
import { sendToBackground } from './background-client.ts'
import type { Board } from './boards/board.ts'
import { createRowControls, type RowControls, type SendExtras } from './controls/row-controls.ts'
import { getRowView } from './controls/row-view.ts'
import { InquiryState, isInFlight } from './inquiry/inquiry-state.ts'
import { type BoardRequest, BoardState, type DashboardPage } from './messages.ts'

const quickMilliseconds = 500
const calmMilliseconds = 20_000

type Row = { controls: RowControls; load: PostedLoad }

/** Puts our controls on every load of the page, and keeps them true while the board and the inquiries change. */
export function watchBoard(board: Board): void {
  const end = new AbortController()
  const rows = new Map<Element, Row>()
  const own = new Map<string, InquiryState>() // what this page knows before the background does
  const observer = new MutationObserver(soon(scanNow, 60))
  const pollIn = createTimer(() => void refresh())
  let state: BoardState = { account: null, inquiries: {} }

  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  document.addEventListener('visibilitychange', () => void refresh(), { signal: end.signal })
  void refresh()

  function scanNow(): void {
    for (const [row, { controls }] of rows) if (!row.isConnected) forget(row, controls)
    for (const element of board.loadElements(document, board.selectors)) decorate(element)
  }

  function decorate(element: Element): void {
    const load = board.readLoad(element, board.selectors, new Date())
    const known = rows.get(element)
    if (!load && known) forget(element, known.controls)
    if (!load) return

    const row = known ?? { controls: place(element), load }
    row.load = load
    rows.set(element, row)
    if (!row.controls.host.isConnected) element.append(row.controls.host)
    const inquiry = state.inquiries[load.boardLoadId]
    row.controls.show(
      getRowView({
        load,
        account: state.account,
        inquiry,
        showsRatePerMile: board.showsRatePerMile(element, board.selectors),
      }),
    )
  }

  function place(element: Element): RowControls {
    const controls = createRowControls({
      send: (templateId, more) => void send(element, templateId, more),
      undo: () => void undo(element),
      open,
    })
    followPointer(element, controls, end.signal)
    return controls
  }

  function forget(element: Element, controls: RowControls): void {
    controls.host.remove()
    rows.delete(element)
  }

  async function send(element: Element, templateId: string, { values, confirmed }: SendExtras = {}): Promise<void> {
    const load = rows.get(element)?.load
    if (!load) return
    showOwn(load, { state: 'sending', templateId })
    const answer = await untilAnswered({
      kind: 'send-inquiry',
      inquiry: { templateId, load, ...(values && { values }), ...(confirmed && { confirmed }) },
    })
    showOwn(load, answer ?? { state: 'failed', templateId, reason: 'The extension does not answer. Reload this page.' })
    if (answer) own.delete(load.boardLoadId)
    pollIn(quickMilliseconds)
  }

  async function undo(element: Element): Promise<void> {
    const load = rows.get(element)?.load
    if (load) await untilAnswered({ kind: 'undo-inquiry', boardLoadId: load.boardLoadId })
    await refresh()
  }

  function showOwn({ boardLoadId }: PostedLoad, inquiry: InquiryState): void {
    own.set(boardLoadId, inquiry)
    state = { ...state, inquiries: { ...state.inquiries, [boardLoadId]: inquiry } }
    scanNow()
  }

  async function refresh(): Promise<void> {
    if (!chrome.runtime?.id) return stop()
    const fresh = await sendToBackground({ kind: 'board-state', board: board.id }, BoardState)
    if (fresh) state = { ...fresh, inquiries: { ...fresh.inquiries, ...Object.fromEntries(own) } }
    scanNow()
    const isSending = Object.values(state.inquiries).some(isInFlight)
    if (!document.hidden) pollIn(isSending ? quickMilliseconds : calmMilliseconds)
  }

  /** The extension was updated or removed: this script can do nothing any more, so its controls go. */
  function stop(): void {
    end.abort()
    observer.disconnect()
    for (const [element, { controls }] of rows) forget(element, controls)
  }
}

const open = (page: DashboardPage): void => void sendToBackground({ kind: 'open-dashboard', page }, z.null())

/** Work that is due once, in the time that was said last. */
function createTimer(work: () => void): (ms: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (ms) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
}

function soon(work: () => void, ms: number): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      work()
    }, ms)
  }
}

/** A worker that dies before it answers is asked again: it takes the same load for the same click, and takes back once. */
async function untilAnswered(request: BoardRequest): Promise<InquiryState | undefined> {
  for (const pause of [100, 300, 1000, 3000, 0]) {
    const answer = await sendToBackground(request, InquiryState)
    if (answer || !chrome.runtime?.id) return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}

/** The row becomes the frame in which our controls are placed; where it stands and how high it is stays as it was. */
function followPointer(element: Element, controls: RowControls, signal: AbortSignal): void {
  if (element instanceof HTMLElement && getComputedStyle(element).position === 'static')
    element.style.position = 'relative'
  element.addEventListener('mouseenter', () => controls.setRow(true), { signal })
  element.addEventListener('mouseleave', () => controls.setRow(false), { signal })
}
