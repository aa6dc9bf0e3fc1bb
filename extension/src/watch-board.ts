import { settingOf } from '@loadping/contract/board-settings'
import type { PostingInquiry } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import * as z from 'zod/mini'
import { sendToBackground } from './background-client.ts'
import type { Board } from './boards/board.ts'
import { boardWith } from './boards/boards.ts'
import { createRowControls, type RowControls, type SendExtras } from './controls/row-controls.ts'
import { expectedAsk, getRowView } from './controls/row-view.ts'
import { InquiryState, isInFlight } from './inquiry/inquiry-state.ts'
import { type BoardRequest, BoardState, type DashboardPage } from './messages.ts'

const fastPollMs = 500
const slowPollMs = 20_000

type Row = { controls: RowControls; load: PostedLoad }

/** Puts controls on every load of the page and updates them when the board or the inquiries change. */
export function watchBoard(builtIn: Board): void {
  let [board, selectors] = [builtIn, '{}']
  const end = new AbortController()
  const rows = new Map<Element, Row>()
  const observer = new MutationObserver(throttle(scanNow, 60))
  const { getState, refresh, send, ask, undo } = pollBoardState(builtIn, { onChange: scanNow, onRemoved: stop })

  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  document.addEventListener('visibilitychange', () => void refresh(), { signal: end.signal })
  window.addEventListener('focus', () => void refresh(), { signal: end.signal })
  void refresh()

  function scanNow(): void {
    const { setting } = getState()
    if (JSON.stringify(setting.selectors) !== selectors) board = boardWith(setting)
    selectors = JSON.stringify(setting.selectors)
    for (const [element, { controls }] of rows) if (!element.isConnected || !setting.isOn) removeRow(element, controls)
    if (!setting.isOn) return
    for (const element of board.rows(document)) updateRow(element)
  }

  function updateRow(element: Element): void {
    const load = board.readLoad(element, new Date())
    let known = rows.get(element)
    if (known && known.load.boardLoadId !== load?.boardLoadId) {
      removeRow(element, known.controls)
      known = undefined
    }
    if (!load) return

    const row = known ?? { controls: addControls(element), load }
    row.load = load
    rows.set(element, row)
    const place = board.controlsHost(element)
    if (row.controls.host.parentElement !== place) place.append(row.controls.host)
    const { account, inquiries } = getState()
    const inquiry = inquiries[load.boardLoadId]
    const showsRatePerMile = board.showsRatePerMile(element)
    row.controls.show(getRowView({ load, account, inquiry, showsRatePerMile }))
  }

  function addControls(element: Element): RowControls {
    const loadOf = () => rows.get(element)?.load
    const controls = createRowControls({
      async send(templateId, extras, isProven) {
        const load = loadOf()
        if (!load) return
        const isInRow = controls.host.parentElement === board.controlsHost(element)
        const inquiry = toInquiry(load, templateId, extras, getState())
        await ((await isProven) && isInRow ? send : ask)(inquiry)
      },
      undo: () => void undo(loadOf()),
      open,
    })
    followPointer(element, board.controlsHost(element), controls, end.signal)
    return controls
  }

  function removeRow(element: Element, controls: RowControls): void {
    controls.host.remove()
    rows.delete(element)
  }

  function stop(): void {
    end.abort()
    observer.disconnect()
    for (const [element, { controls }] of rows) removeRow(element, controls)
  }
}

/** Polls the account and inquiries of a board's page. Calls `onRemoved` once the extension was updated or removed. */
function pollBoardState(board: Board, { onChange, onRemoved }: { onChange: () => void; onRemoved: () => void }) {
  const local = new Map<string, InquiryState>() // overrides the background's state until it has the click
  const pollIn = createTimer(() => void refresh())
  let state: BoardState = { account: null, inquiries: {}, setting: settingOf({ version: 0, boards: [] }, board.id) }

  async function refresh(): Promise<void> {
    if (!chrome.runtime?.id) return onRemoved()
    const fresh = await sendToBackground({ kind: 'board-state', board: board.id }, BoardState)
    if (fresh) state = { ...fresh, inquiries: { ...fresh.inquiries, ...Object.fromEntries(local) } }
    onChange()
    const isSending = Object.values(state.inquiries).some(isInFlight)
    if (!document.hidden) pollIn(isSending ? fastPollMs : slowPollMs)
  }

  async function send(inquiry: PostingInquiry): Promise<void> {
    const { load, templateId } = inquiry
    showLocal(load, { state: 'sending', templateId })
    const response = await requestUntilAnswered({ kind: 'send-inquiry', inquiry })
    const noResponse = "The extension isn't responding. Reload this page."
    showLocal(load, response ?? { state: 'failed', templateId, reason: noResponse })
    if (response) local.delete(load.boardLoadId)
    pollIn(fastPollMs)
  }

  /** Asks in a page of the extension before it sends, because the user may not have seen the control. */
  async function ask(inquiry: PostingInquiry): Promise<void> {
    await sendToBackground({ kind: 'ask-inquiry', inquiry }, z.null())
  }

  async function undo(load: PostedLoad | undefined): Promise<void> {
    if (load) await requestUntilAnswered({ kind: 'undo-inquiry', boardLoadId: load.boardLoadId })
    await refresh()
  }

  function showLocal({ boardLoadId }: PostedLoad, inquiry: InquiryState): void {
    local.set(boardLoadId, inquiry)
    state = { ...state, inquiries: { ...state.inquiries, [boardLoadId]: inquiry } }
    onChange()
  }

  return { getState: () => state, refresh, send, ask, undo }
}

/** Returns what a click sends: the load and the ask that its row shows now. */
function toInquiry(
  load: PostedLoad,
  templateId: string,
  { values, confirmed }: SendExtras,
  { account, inquiries }: BoardState,
): PostingInquiry {
  const expected = expectedAsk({ load, account, inquiry: inquiries[load.boardLoadId] }, templateId, values)
  return {
    templateId,
    load,
    ...(values && { values }),
    ...(confirmed && { confirmed }),
    ...(expected && { expected }),
  }
}

const open = (page: DashboardPage): void => void sendToBackground({ kind: 'open-dashboard', page }, z.null())

/** Runs the work once, at the time that was set last. */
function createTimer(work: () => void): (ms: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return (ms) => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
}

/** Runs the work at most once per `ms`, after the wait. */
function throttle(work: () => void, ms: number): () => void {
  let isScheduled = false
  return () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      work()
    }, ms)
  }
}

/** Repeats a request when the worker ends before it answers. Repeating a send or an undo has no further effect. */
async function requestUntilAnswered(request: BoardRequest): Promise<InquiryState | undefined> {
  for (const pause of [100, 300, 1000, 3000, 0]) {
    const response = await sendToBackground(request, InquiryState)
    if (response || !chrome.runtime?.id) return response
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return undefined
}

/**
 * Positions the controls relative to the row, without moving or resizing it, and highlights them while the pointer is
 * over it.
 */
function followPointer(element: Element, place: HTMLElement, controls: RowControls, signal: AbortSignal): void {
  if (getComputedStyle(place).position === 'static') place.style.position = 'relative'
  element.addEventListener('mouseenter', () => controls.setRow(true), { signal })
  element.addEventListener('mouseleave', () => controls.setRow(false), { signal })
}
