import { boardOptions } from '@loadping/contract/account/board-options'
import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { fieldTitles, isBlind, placeholdersOf } from '@loadping/contract/extension/judge-board-health'
import type { BoardFacts } from '../boards/boards.ts'
import { element } from '../controls/element.ts'
import { newYorkTime } from './new-york-time.ts'
import { popupIcon } from './popup-icons.ts'

export type BoardView = {
  board: BoardFacts
  health: BoardHealth | undefined
  isConfirmed: boolean
  /** Whether the user can paste loads, which brokers cannot. */
  canPaste: boolean
}

/** Shows a board that is on, and what of it cannot be read. */
export function boardHealthCard(view: BoardView): HTMLElement {
  return element(
    'section',
    { className: 'card', ariaLabel: view.board.name },
    element('div', { className: 'line' }, boardName(view.board), healthBadge(view)),
    ...textsOf(view).map((text) => element('p', {}, ...text)),
  )
}

/** Whether all that a board showed before can be read, so that it needs no card. */
export const isHealthy = ({ board, health, isConfirmed }: BoardView): boolean =>
  health !== undefined &&
  !isBlind(health) &&
  health.fields.length > 0 &&
  health.missing.length === 0 &&
  (isConfirmed || !board.isUntried)

export const boardName = ({ id, name }: BoardFacts): HTMLElement =>
  element(
    'span',
    { className: 'board' },
    element('span', { className: 'letter', ariaHidden: 'true' }, boardOptions[id].icon),
    name,
  )

export function healthBadge({ board, health, isConfirmed }: BoardView): HTMLElement {
  if (board.isUntried && !isConfirmed) return badge('warning', 'Not checked')
  if (health && isBlind(health)) return badge('danger', "Can't be read")
  if (!health || health.fields.length === 0) return badge('', 'On')
  const all = health.fields.length
  const missing = health.missing.length
  return badge(missing === 0 ? 'good' : 'warning', `${all - missing} of ${all} fields`)
}

function badge(tone: string, text: string): HTMLElement {
  const parts = tone === 'warning' || tone === 'danger' ? [popupIcon('alert'), text] : [text]
  return element('span', { className: `badge ${tone}` }, ...parts)
}

function textsOf({ board, health, isConfirmed, canPaste }: BoardView): (string | Node)[][] {
  if (board.isUntried && !isConfirmed)
    return [[`Open the board and check one load to start.${canPaste ? ' Until then, paste its loads.' : ''}`]]
  if (!health) return [['Open the board, or reload its page.']]
  if (isBlind(health))
    return [
      [`No load could be read since ${timeOf(health.blindSince)}.${canPaste ? ' Paste loads until it is fixed.' : ''}`],
    ]
  const [first, ...others] = health.missing
  if (!first) return []
  return [missingText(first), ...(others.length > 0 ? [[`Also missing: ${others.map(titleOf).join(', ')}.`]] : [])]
}

type Missing = BoardHealth['missing'][number]

function missingText({ field, since }: Missing): (string | Node)[] {
  const chips = (placeholdersOf[field] ?? []).flatMap((name, index) => [
    ...(index > 0 ? [' or '] : []),
    element('code', {}, `{{${name}}}`),
  ])
  const start = `${fieldTitles[field]} missing since ${timeOf(since)}.`
  return chips.length > 0 ? [`${start} The sentence with `, ...chips, ' is left out.'] : [start]
}

const titleOf = ({ field }: Missing): string => fieldTitles[field]

function timeOf(instant: string): string {
  const { day, time } = newYorkTime(instant)
  return day ? `${day}, ${time}` : time
}
