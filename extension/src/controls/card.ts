import type { LoadCard } from '../row-memory/load-card.ts'
import { element, icon } from './element.ts'
import { type Floating, isOpen } from './floating.ts'
import { freeLeft } from './free-place.ts'
import type { RowAction, RowView } from './row-view.ts'

export type CardPart = 'email' | 'edit' | 'menu'

/** What the controls of the card's row show. Brokers have no page to edit a load on. */
type CardView = RowView & { canEdit: boolean }

type Deps = {
  onClick: (part: CardPart, click: MouseEvent) => void
  /** The places of the controls of all rows. */
  bars: () => DOMRect[]
}

const gap = 1
const margin = 8

/**
 * Creates the card that explains what an email about one row says. It never covers its row and, where there is room, no
 * controls of others.
 */
export function createCard(floating: Floating, { onClick, bars }: Deps) {
  const card = floating.create('card', 'manual')
  card.setAttribute('role', 'dialog')
  card.setAttribute('aria-label', 'About this load')
  card.addEventListener('click', (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-part]') : null
    const part = target?.dataset['part']
    if (event.isTrusted && (part === 'email' || part === 'edit' || part === 'menu')) onClick(part, event)
  })

  function open(row: Element, bar: HTMLElement, content: LoadCard, view: CardView): void {
    floating.show(card, ...cardParts(content, view))
    place(row.getBoundingClientRect(), bar.getBoundingClientRect())
  }

  function place(row: DOMRect, bar: DOMRect): void {
    const { offsetHeight: height, offsetWidth: width } = card
    const below = Math.max(row.bottom, bar.bottom) + gap
    const fits = below + height <= window.innerHeight
    const top = fits ? below : Math.max(0, Math.min(row.top, bar.top) - gap - height)
    const inLine = Math.max(margin, Math.min(bar.right, window.innerWidth - margin) - width)
    card.classList.toggle('is-above', !fits)
    card.style.top = `${top}px`
    card.style.left = `${freeLeft(bars(), { left: inLine, top, width, height })}px`
  }

  return { card, open, isOpen: () => isOpen(card), close: () => floating.hide(card) }
}

function cardParts({ title, template, why, ask, lines, check, notes }: LoadCard, view: CardView): Node[] {
  const { main, call, save, canEdit } = view
  const mayEmail = main !== undefined || canEdit
  const menu = element(
    'button',
    { type: 'button', className: 'plain', data: { part: 'menu' }, ariaLabel: 'Other templates and outcomes' },
    `Template “${template}”${why}`,
    icon('more'),
  )
  return [
    element('header', {}, element('strong', {}, title), element('span', { className: 'brand' })),
    menu,
    element('dl', {}, ...lines.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)])),
    element('hr'),
    ...(check && mayEmail
      ? [note(check.tone === 'plain' ? '' : `${check.tone}-text`, checkIcons[check.tone], check.text)]
      : []),
    ...(main?.problem ? [note(main.tone === 'bad' ? 'bad-text' : 'warning-text', 'alert', main.problem)] : []),
    ...notes.map(({ tone, icon: name, text }) => note(`${tone}-text`, name, text)),
    element('div', { className: 'actions' }, ...actionParts(view, ask)),
    element(
      'footer',
      {},
      ...[
        main?.action && key('E', verbOf(main.action).toLowerCase()),
        call?.action && key('C', 'call'),
        save?.action && key('S', 'save'),
        key('M', 'more'),
      ].flatMap((part) => part || []),
    ),
  ]
}

function actionParts({ main, canEdit }: CardView, ask: string | null): Node[] {
  const edit = canEdit ? [element('button', { type: 'button', className: 'rest', data: { part: 'edit' } }, 'Edit')] : []
  if (!main?.action) return edit
  const sends = verbOf(main.action) === 'Email'
  const label = sends && ask ? `Email ${ask}` : verbOf(main.action)
  return [
    element(
      'button',
      { type: 'button', className: 'primary wide', title: main.title, data: { part: 'email' } },
      icon(sends ? 'send' : main.icon),
      label,
    ),
    ...edit,
  ]
}

/** What a click does: the label of a row's control may tell what was done before. */
const verbOf = (action: RowAction): string =>
  'open' in action ? openVerbs[action.open] : 'undo' in action ? 'Undo' : 'Email'

const openVerbs = {
  signIn: 'Sign in',
  templates: 'Add template',
  plans: 'See plans',
  verifyEmail: 'Verify email',
  extension: 'Update',
} satisfies Record<Extract<RowAction, { open: unknown }>['open'], string>

const checkIcons = { good: 'check', warning: 'alert', plain: 'mail' } as const

const note = (className: string, name: Parameters<typeof icon>[0], text: string): HTMLElement =>
  element('p', { className: `note ${className}` }, icon(name), element('span', {}, text))

const key = (name: string, label: string): Node[] => [element('kbd', {}, name), element('span', {}, label)]
