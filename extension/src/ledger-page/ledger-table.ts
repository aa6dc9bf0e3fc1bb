import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { button, drawIcon, element } from '../controls/element.ts'
import type { LedgerRow } from '../ledger/ledger-rows.ts'
import {
  answerText,
  boardName,
  dayTitle,
  fieldSummary,
  fieldTexts,
  formatSecond,
  hostOf,
  unsentTitles,
} from './sent-texts.ts'

const chevron = ['m9 6 6 6-6 6']
const columns = ['Time', 'Board', 'Load', 'What', 'Fields that left', 'To', 'Why']

/** Shows rows by day; each opens to all its fields. */
export function ledgerTable(rows: LedgerRow[], names: Record<string, string>, now: Date): HTMLElement {
  const head = element('tr', {}, element('th', {}), ...columns.map((title) => element('th', { scope: 'col' }, title)))
  const bodies: HTMLElement[] = []
  let day = ''
  for (const row of rows) {
    const at = new Date(row.at)
    if (newYorkDay(at) !== day) bodies.push(dayRow(dayTitle(at, now)))
    day = newYorkDay(at)
    bodies.push(...rowParts(row, names))
  }
  return element('table', { className: 'card ledger' }, element('thead', {}, head), element('tbody', {}, ...bodies))
}

const dayRow = (title: string): HTMLElement =>
  element('tr', { className: 'day' }, element('th', { colSpan: columns.length + 1, scope: 'rowgroup' }, title))

function rowParts(row: LedgerRow, names: Record<string, string>): HTMLElement[] {
  const time = formatSecond(new Date(row.at))
  const toggle = button('', 'toggle', () => undefined)
  toggle.append(drawIcon(chevron, 'icon'))
  toggle.ariaLabel = `${row.what} at ${time}`
  const summary = fieldSummary(row)
  const shown = element(
    'tr',
    { className: row.load ? 'row' : 'row plain' },
    element('td', { className: 'opener' }, toggle),
    element('td', { className: 'time' }, time, ...(row.count > 1 ? [element('small', {}, `× ${row.count}`)] : [])),
    element('td', { className: row.board ? 'board' : 'board none' }, boardName(row)),
    element('td', { className: row.load ? 'load' : 'load none', title: row.load ?? '' }, row.load ?? '—'),
    element('td', { className: 'what' }, element('span', { className: `kind ${row.what.toLowerCase()}` }, row.what)),
    element('td', { className: 'sent', title: summary }, summary),
    element('td', { className: 'to' }, hostOf(row.to)),
    element('td', { className: 'why' }, row.why),
  )
  const details = element('tr', { className: 'details', hidden: true })
  const setOpen = (isOpen: boolean) => {
    if (isOpen && details.childElementCount === 0) details.append(detailsCell(row, names))
    details.hidden = !isOpen
    shown.classList.toggle('open', isOpen)
    toggle.ariaExpanded = String(isOpen)
  }
  setOpen(false)
  shown.addEventListener('click', () => {
    if (getSelection()?.isCollapsed !== false) setOpen(details.hidden !== false)
  })
  return [shown, details]
}

function detailsCell(row: LedgerRow, names: Record<string, string>): HTMLElement {
  const part = (title: string, value: string, className = '') =>
    element('div', { className }, element('dt', {}, title), element('dd', {}, value))
  const unsent = unsentTitles(row)
  return element(
    'td',
    { colSpan: columns.length + 1 },
    element(
      'dl',
      {},
      ...fieldTexts(row, names).map(([title, value]) => part(title, value)),
      ...(unsent ? [part('not sent', unsent, 'wide muted')] : []),
      part('sent to', answerText(row), 'wide'),
    ),
  )
}
