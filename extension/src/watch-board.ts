import type { Inquiry } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import * as z from 'zod/mini'
import { askBackground } from './ask-background.ts'
import type { Board } from './boards/board.ts'
import { createRowControls, type RowControls } from './controls/row-controls.ts'
import { viewOf } from './controls/row-view.ts'
import { InquiryState } from './inquiry/inquiry-state.ts'
import { BoardState, type DashboardPage } from './messages.ts'

const quickMilliseconds = 500
const calmMilliseconds = 20_000

type Row = { controls: RowControls; load: PostedLoad }

/** Puts our controls on every load of the page, and keeps them true while the board and the inquiries change. */
export function watchBoard(board: Board): void {
  const end = new AbortController()
  const rows = new Map<Element, Row>()
  const own = new Map<string, InquiryState>() // what this page knows before the background does
  const observer = new MutationObserver(soon(scanNow, 60))
  let state: BoardState = { account: null, inquiries: {} }
  let poll: ReturnType<typeof setTimeout> | undefined

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
    row.controls.show(viewOf({ load, account: state.account, inquiry, showsRatePerMile: board.showsRatePerMile(element, board.selectors) }))
  }

  function place(element: Element): RowControls {
    const controls = createRowControls({ send: (templateId, values) => void send(element, templateId, values), open: (page) => void open(page) })
    followPointer(element, controls, end.signal)
    return controls
  }

  function forget(element: Element, controls: RowControls): void {
    controls.host.remove()
    rows.delete(element)
  }

  async function send(element: Element, templateId: string, values: Inquiry['values']): Promise<void> {
    const load = rows.get(element)?.load
    if (!load) return
    showOwn(load, { state: 'sending', templateId })
    const answer = await askToSend({ templateId, load, ...(values && { values }) })
    showOwn(load, answer ?? { state: 'failed', templateId, reason: 'The extension does not answer. Reload this page.' })
    if (answer) own.delete(load.boardLoadId)
    pollIn(quickMilliseconds)
  }

  function showOwn({ boardLoadId }: PostedLoad, inquiry: InquiryState): void {
    own.set(boardLoadId, inquiry)
    state = { ...state, inquiries: { ...state.inquiries, [boardLoadId]: inquiry } }
    scanNow()
  }

  const open = (page: DashboardPage) => askBackground({ kind: 'open-dashboard', page }, z.null())

  async function refresh(): Promise<void> {
    if (!chrome.runtime?.id) return stop()
    const fresh = await askBackground({ kind: 'board-state', board: board.id }, BoardState)
    if (fresh) state = { ...fresh, inquiries: { ...fresh.inquiries, ...Object.fromEntries(own) } }
    scanNow()
    const isSending = Object.values(state.inquiries).some((inquiry) => inquiry.state === 'sending')
    if (!document.hidden) pollIn(isSending ? quickMilliseconds : calmMilliseconds)
  }

  function pollIn(milliseconds: number): void {
    clearTimeout(poll)
    poll = setTimeout(refresh, milliseconds)
  }

  /** The extension was updated or removed: this script can do nothing any more, so its controls go. */
  function stop(): void {
    end.abort()
    observer.disconnect()
    for (const [element, { controls }] of rows) forget(element, controls)
  }
}

function soon(work: () => void, milliseconds: number): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      work()
    }, milliseconds)
  }
}

/** A worker that dies before it answers is asked again: it takes the same load for the same click. */
async function askToSend(inquiry: Inquiry): Promise<InquiryState | undefined> {
  for (const pause of [100, 300, 1000, 3000, 0]) {
    const answer = await askBackground({ kind: 'send-inquiry', inquiry }, InquiryState)
    if (answer || !chrome.runtime?.id) return answer
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}

/** The row becomes the frame in which our controls are placed; where it stands and how high it is stays as it was. */
function followPointer(element: Element, controls: RowControls, signal: AbortSignal): void {
  if (element instanceof HTMLElement && getComputedStyle(element).position === 'static') element.style.position = 'relative'
  element.addEventListener('mouseenter', () => controls.setRow(true), { signal })
  element.addEventListener('mouseleave', () => controls.setRow(false), { signal })
}
