import { brand } from '@loadping/contract/brand'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { pages } from '@loadping/contract/pages'
import { describeRules } from '@loadping/contract/team/team-rules'
import { boards } from '../boards/boards.ts'
import { button, drawIcon, element } from '../controls/element.ts'
import { clearLedger, type LedgerView, readLedger } from '../ledger/ledger-messages.ts'
import { sentRequests } from '../ledger/sent-fields.ts'
import { askWorker } from '../message.ts'
import { countRequests, filterRows, noFilter, periods, type RowFilter } from './filter-rows.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { ledgerTable } from './ledger-table.ts'
import { hostOf } from './sent-texts.ts'

/** How many rows are added to the page at once. */
const pageSize = 100

const icons = {
  search: ['M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14z', 'm21 21-4.3-4.3'],
  trash: [
    'M3 6h18',
    'M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6',
    'M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
    'M10 11v6M14 11v6',
  ],
  download: ['M21 15v4a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-4', 'm7 10 5 5 5-5', 'M12 15V3'],
  external: ['M15 3h6v6', 'M10 14 21 3', 'M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'],
  chevron: ['m6 9 6 6 6-6'],
} as const

const manifest = chrome.runtime.getManifest()
const { origin } = new URL(manifest.homepage_url ?? '')
const content = document.querySelector('#content')
const results = element('div', { className: 'results' })
const counter = element('p', { className: 'counter', role: 'status' })
const save = iconButton('download', '', 'primary', saveCsv)
const clear = iconButton('trash', 'Clear', '', askToClear)
const filter: RowFilter = { ...noFilter }
const rulesLine = element('span', {})
let view: LedgerView = { rows: [], names: {}, rules: null, isSignedIn: true }

showFrame()
void refresh()
window.addEventListener('focus', () => void refresh())

async function refresh(): Promise<void> {
  const next = await askWorker(readLedger, {})
  if (next && JSON.stringify(next) === JSON.stringify(view) && content?.ariaBusy === 'false') return
  view = next ?? view
  rulesLine.textContent = view.rules
    ? `Your team's rules: ${describeRules(view.rules)}. Managers change them in My team.`
    : 'Values of secrets, comments and credit scores are not kept.'
  showRows()
  content?.setAttribute('aria-busy', 'false')
}

function showFrame(): void {
  const link = (text: string, path: string, ...icon: Node[]) =>
    element('a', { href: origin + path, target: '_blank', rel: 'noopener' }, text, ...icon)
  const version = document.querySelector('#version')
  if (version) version.textContent = `Extension ${manifest.version}`
  document
    .querySelector('#links')
    ?.replaceChildren(
      link('Boards', pages.extension),
      link(`Open ${brand.name}`, pages.home, drawIcon(icons.external, 'icon')),
    )
  content?.replaceChildren(
    element(
      'div',
      { className: 'top' },
      element(
        'div',
        {},
        element('h1', {}, 'What left this browser'),
        element('p', {}, 'Every request the extension made, with each field it carried. Kept only here, newest 5,000.'),
      ),
      element('div', { className: 'actions' }, clear, save),
    ),
    filters(),
    results,
    element('footer', {}, rulesLine, element('span', {}, 'Times in New York time')),
  )
}

function filters(): HTMLElement {
  const search = element('input', {
    type: 'search',
    placeholder: 'Search lane, broker, field or posting',
    ariaLabel: 'Search what left this browser',
  })
  search.addEventListener('input', () => choose({ search: search.value }))
  const kinds = [...new Set(sentRequests.map(({ what }) => what))]
  return element(
    'div',
    { className: 'filters' },
    element('label', { className: 'search' }, drawIcon(icons.search, 'icon'), search),
    filterField('Board', Object.fromEntries(boards.map(({ id, name }) => [id, name])), (board) => choose({ board })),
    filterField('What', Object.fromEntries(kinds.map((kind) => [kind, kind])), (what) => choose({ what })),
    filterField('When', Object.fromEntries(Object.entries(periods).map(([key, { title }]) => [key, title])), (when) =>
      choose({ when }),
    ),
    counter,
  )
}

function filterField(title: string, options: Record<string, string>, onChoose: (value: string) => void): HTMLElement {
  const all = Object.entries({ '': 'All', ...options })
  const select = element('select', {}, ...all.map(([value, text]) => element('option', { value }, text)))
  select.addEventListener('change', () => onChoose(select.value))
  return element('label', { className: 'filter' }, element('span', {}, title), select, drawIcon(icons.chevron, 'icon'))
}

function choose(changed: Partial<RowFilter>): void {
  Object.assign(filter, changed)
  showRows()
}

const shownRows = () => filterRows(view.rows, filter, view.names, new Date())

function showRows(limit = pageSize): void {
  const rows = shownRows()
  counter.textContent = `${formatCount(rows.length)} of ${countOf(view.rows.length, 'row')}`
  const label = save.lastElementChild
  if (label) label.textContent = `Save ${countOf(rows.length, 'row')} as CSV`
  save.disabled = rows.length === 0
  clear.disabled = view.rows.length === 0
  results.replaceChildren(...(rows.length === 0 ? [emptyCard()] : listParts(rows, limit)))
}

const listParts = (rows: LedgerView['rows'], limit: number): HTMLElement[] => [
  totals(rows),
  ledgerTable(rows.slice(0, limit), view.names, new Date()),
  ...(rows.length > limit
    ? [button(`Show ${Math.min(pageSize, rows.length - limit)} more`, 'more', () => showRows(limit + pageSize))]
    : []),
]

function totals(rows: LedgerView['rows']): HTMLElement {
  const { own, others, clicked, byItself } = countRequests(rows, origin)
  const tile = (title: string, count: number, text: string) =>
    element(
      'div',
      {},
      element('span', {}, title),
      element('strong', {}, formatCount(count)),
      element('small', {}, text),
    )
  return element(
    'section',
    { className: 'card totals', ariaLabel: 'Requests' },
    tile(`To your ${brand.name} server`, own, hostOf(origin)),
    tile('To anyone else', others, 'The extension may talk to nobody else'),
    tile('Because you clicked', clicked, 'Email, Call, Save, Undo, Outcome'),
    tile('By itself', byItself, 'Checks, and whether emails were sent'),
  )
}

function emptyCard(): HTMLElement {
  const [title, text] =
    view.rows.length > 0
      ? ['No rows match', 'Change the search or the filters.']
      : view.isSignedIn
        ? ['Nothing has left this browser', 'Each request of the extension is listed here before it is made.']
        : ['Sign in to see your rows', `What left this browser is shown to who is signed in to ${brand.name}.`]
  return element('section', { className: 'card empty' }, element('h2', {}, title), element('p', {}, text))
}

function saveCsv(): void {
  const url = URL.createObjectURL(new Blob([ledgerCsv(shownRows(), view.names)], { type: 'text/csv' }))
  const link = element('a', { href: url, download: `what-left-this-browser-${newYorkDay(new Date())}.csv` })
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function askToClear(): void {
  const dialog = element('dialog', { ariaLabel: 'Clear what is listed here?' })
  dialog.append(
    element('h2', { className: 'title' }, 'Clear what is listed here?'),
    element(
      'p',
      { className: 'text' },
      'The list is in this browser only, so it cannot be brought back. Nothing else changes.',
    ),
    element(
      'div',
      { className: 'actions' },
      button('Cancel', '', () => dialog.close()),
      button('Clear', 'danger', async () => {
        await askWorker(clearLedger, {})
        dialog.close()
        await refresh()
      }),
    ),
  )
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function iconButton(icon: keyof typeof icons, label: string, className: string, work: () => void): HTMLButtonElement {
  const created = button('', className, work)
  created.append(drawIcon(icons[icon], 'icon'), element('span', {}, label))
  return created
}
