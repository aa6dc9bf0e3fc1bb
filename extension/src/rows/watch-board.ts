import { brand } from '@loadping/contract/brand'
import type { BoardState } from '../board-state/board-state.ts'
import type { Board } from '../boards/board.ts'
import { boardWith } from '../boards/readers.ts'
import type { CardPart } from '../controls/card.ts'
import { createFloating } from '../controls/floating.ts'
import { createPanel } from '../controls/panel.ts'
import type { RowPart } from '../controls/row-controls.ts'
import type { RowView } from '../controls/row-view.ts'
import { wasShown, wasVisible } from '../controls/visibility.ts'
import type { PageLoop, Task } from '../page/page-loop.ts'
import { type BoardRows, createBoardRows, type Row } from './board-rows.ts'
import { createEmailToast } from './email-toast.ts'
import { followUser } from './follow-user.ts'
import { createRowActions } from './row-actions.ts'
import { createRowCard } from './row-card.ts'
import { listenForKeys } from './row-keys.ts'
import { createRowMenu } from './row-menu.ts'
import { createRowViews } from './row-views.ts'
import { createBoardClient } from './worker-client.ts'

/** Puts controls on every load of the page and updates them when the board or the inquiries change. */
export function watchBoard(builtIn: Board, loop: PageLoop): void {
  const end = new AbortController()
  const client = createBoardClient(builtIn.id, loop, { onChange })
  const { viewOf, ages } = createRowViews(client.state)
  const floating = createFloating()
  const panel = createPanel(floating)
  const toast = createEmailToast(floating, { client, bars: () => barsOf(rows), signal: end.signal })
  const rows = createBoardRows(builtIn, {
    onRead(row) {
      toast.onPosted(row.load)
      showRow(row)
    },
    onAdded: (row) => user.onAdded(row),
    onRemoved: (row) => card.onRemoved(row),
    onWithdrawn: toast.onWithdrawn,
    onClick: (row, part, click) => work(row, part, wasVisible(row.controls.bar, click)),
  })
  const card = createRowCard(floating, {
    client,
    viewOf,
    bars: () => barsOf(rows),
    onClick: (row, part, click) => work(row, part, wasVisible(card.card, click)),
  })
  const actions = createRowActions({ client, panel, toast, rows, truckOf: card.truckOf })
  const menu = createRowMenu({ client, panel, viewOf, actions, tell: toast.tell })
  let shown: BoardState | undefined

  const user = followUser({ rows, card, isFloating: floating.isHost }, end.signal)
  const onKey = (row: Row, part: RowPart | CardPart, key: KeyboardEvent) => work(row, part, wasShown(card.card, key))
  listenForKeys(
    { current: card.current, isChoice: panel.isChoice, onKey, move: user.move, close: card.close },
    end.signal,
  )
  loop.add({ run: refresh, pauseMs: client.pauseMs, firstMs: 0, end: stop })
  loop.add(agesTask(rows, ages, showRow, toast.update))

  async function refresh(): Promise<void> {
    await client.refresh()
    if (!shown) onChange() // also while the background does not answer
  }

  function onChange(): void {
    const previous = shown
    const state = client.state()
    shown = state
    if (previous?.setting !== state.setting) rows.start(state.setting.isOn ? boardWith(state.setting) : undefined)
    for (const row of rows.list()) if (isNews(row, previous, state)) showRow(row)
    toast.update()
  }

  function showRow(row: Row): void {
    const wasSending = row.view?.main?.label === 'Sending'
    row.view = viewOf(row)
    row.controls.show(row.view, row.load.boardLoadId)
    card.update(row)
    const action = row.view.main?.action
    if (wasSending && action && ('fill' in action || 'confirm' in action)) actions.askLate(row, action)
  }

  /** Does what a part of a row or of its card says. */
  function work(row: Row, part: RowPart | CardPart, proof: Promise<boolean>): void {
    if (!rows.isCurrent(row)) return void actions.tellChanged(row)
    const { main, call }: RowView = viewOf(row)
    if ((part === 'main' || part === 'email') && main?.action) actions.act(row, main.action, proof)
    if (part === 'call' && call?.action) void actions.call(row, call.action, proof)
    if (part === 'save' || part === 'edit') void actions[part](row, proof)
    if (part === 'menu') menu.open(row)
    if (part !== 'save' && part !== 'call') void proof.finally(card.close)
  }

  /** Ends without a background: the controls could do nothing, and go, which must surprise nobody who uses them. */
  function stop(): void {
    end.abort()
    for (const part of [card, panel]) part.close()
    if (rows.list().length === 0) floating.remove()
    else toast.tellForGood(`${brand.name} was updated or turned off`, 'Reload this page to go on.')
    rows.start(undefined)
  }
}

/** Creates what shows the ages of rows anew: those that change by the second, and each half minute the others. */
function agesTask(
  rows: Pick<BoardRows, 'list'>,
  ages: ReturnType<typeof createRowViews>['ages'],
  showRow: (row: Row) => void,
  onTick: () => void,
): Task {
  let seconds = 0
  function run(): void {
    const isSlow = ++seconds % 30 === 0
    for (const row of rows.list()) if (ages(row) === 'fast' || (isSlow && ages(row) === 'slow')) showRow(row)
    onTick()
  }
  return { run, pauseMs: () => 1000, firstMs: 1000, end: () => undefined }
}

const barsOf = (rows: Pick<BoardRows, 'list'>): DOMRect[] =>
  rows.list().map(({ controls }) => controls.bar.getBoundingClientRect())

/** Whether the state has something new for a row. */
function isNews({ load: { boardLoadId } }: Row, previous: BoardState | undefined, state: BoardState): boolean {
  if (
    previous?.account !== state.account ||
    previous?.isOutdated !== state.isOutdated ||
    previous?.marks !== state.marks
  )
    return true
  const isSame = (part: 'inquiries' | 'notes') => previous[part][boardLoadId] === state[part][boardLoadId]
  return previous.setting !== state.setting || !isSame('inquiries') || !isSame('notes')
}
