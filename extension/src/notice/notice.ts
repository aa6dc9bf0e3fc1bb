import { boardOptions } from '@loadping/contract/account/board-options'
import { brand } from '@loadping/contract/brand'
import { createAgreement } from '../access/agreement.ts'
import { registerGrantedBoards } from '../access/board-access.ts'
import { disclosure } from '../access/disclosure.ts'
import { type BoardFacts, boards } from '../boards/boards.ts'
import { button, element } from '../controls/element.ts'

const agreement = createAgreement(chrome.storage.local)
const asked = new URLSearchParams(location.search).get('board')
const chosen = boards.find(({ id }) => id === asked)
const content = document.querySelector('#content')

/** Asks about one board, or, after the notice changed, about those that are on. */
async function show(): Promise<void> {
  const about = chosen ? [chosen] : await grantedBoards()
  const names = listOf(about.map(({ name }) => name)) || 'your load boards'
  const title = chosen ? `Turn on ${names}?` : 'What the extension reads has changed'
  const lead = chosen
    ? `This is what ${brand.name} does on ${names}, and what it never does.`
    : `Read it again before ${brand.name} goes on working on ${names}.`
  document.title = `${title} · ${brand.name}`
  content?.replaceChildren(
    element('div', {}, element('h1', {}, title), element('p', {}, lead)),
    points(),
    element(
      'p',
      {},
      chosen ? 'Your browser then asks for access to ' : 'It has access to ',
      hostsOf(about),
      ' only. Turn it off in the popup anytime.',
    ),
    element(
      'div',
      { className: 'actions' },
      button('Agree and turn on', 'primary', () => turnOn(about)),
      button('Cancel', '', () => close()),
    ),
  )
}

/** Stores the agreement, then lets the browser ask. It asks only right after a click. */
async function turnOn(about: readonly BoardFacts[]): Promise<void> {
  const isGranted = chrome.permissions.request({ origins: about.flatMap(({ matches }) => matches) })
  await agreement.agree()
  if (!(await isGranted)) return showResult('Nothing was turned on', 'Your browser did not give access to the board.')
  await registerGrantedBoards()
  showResult(...resultOf(about), about)
}

function resultOf(about: readonly BoardFacts[]): [title: string, text: string] {
  const names = listOf(about.map(({ name }) => name))
  const untried = listOf(about.flatMap(({ name, isUntried }) => (isUntried ? [name] : [])))
  const check = untried && ` On ${untried}, check one load first.`
  return about.length === 1
    ? [`${names} is on`, `Open the board, or reload its page if it is open. Every load then has its buttons.${check}`]
    : [`${names} are on`, `Open them, or reload their pages if they are open. Every load then has its buttons.${check}`]
}

function showResult(title: string, text: string, about: readonly BoardFacts[] = []): void {
  const links = about.map(({ id, name }) =>
    element(
      'a',
      { href: boardOptions[id].link, className: about.length === 1 ? 'button primary' : 'button' },
      `Open ${name}`,
    ),
  )
  content?.replaceChildren(
    element('div', { role: 'status' }, element('h1', {}, title), element('p', {}, text)),
    element(
      'div',
      { className: 'actions' },
      ...links,
      button('Close', '', () => close()),
    ),
  )
}

const points = (): HTMLElement =>
  element(
    'section',
    { className: 'card points' },
    ...disclosure.points.map(({ title, text }) => element('div', {}, element('h2', {}, title), element('p', {}, text))),
  )

const hostsOf = (about: readonly BoardFacts[]): HTMLElement =>
  element('span', { className: 'host' }, listOf(about.flatMap(({ matches }) => matches.map(hostOf))))

/** Returns the host of a match pattern, with its `*.` for any host below it. */
const hostOf = (pattern: string): string => pattern.split('/')[2] ?? pattern

const listOf = (names: string[]): string => new Intl.ListFormat('en-US').format(names)

async function grantedBoards(): Promise<BoardFacts[]> {
  const grants = await Promise.all(boards.map(({ matches }) => chrome.permissions.contains({ origins: matches })))
  return boards.filter((_, index) => grants[index])
}

void show()
