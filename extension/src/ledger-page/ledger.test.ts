import { afterEach, expect, test, vi } from 'vitest'
import type { LedgerView } from '../ledger/ledger-messages.ts'
import type { LedgerRow } from '../ledger/ledger-rows.ts'
import { ledgerCsv } from './ledger-csv.ts'
import { fieldTexts } from './sent-texts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const templateId = '018f3c2e-0000-7000-8000-000000000001'
const to = 'https://app.loadping.example'
const email: LedgerRow = {
  number: 1,
  at: Date.now(),
  lastAt: Date.now(),
  count: 1,
  what: 'Email',
  why: 'You pressed Email',
  to,
  method: 'POST',
  path: '/emails',
  status: 202,
  board: 'dat-one',
  load: 'Joliet, IL → Dallas, TX',
  fields: { origin: 'Joliet, IL', dest: 'Dallas, TX', company: '=1+1', comments: '', templateId, accessToken: '' },
}
const check: LedgerRow = {
  number: 0,
  at: Date.now() - 10 * 86_400_000,
  lastAt: Date.now() - 10 * 86_400_000,
  count: 40,
  what: 'Check',
  why: 'To show emails and limits',
  to,
  method: 'GET',
  path: '/extension/state',
  status: 304,
  fields: { version: 'v1', extensionVersion: '0.1.0' },
}

test('[D12.5] the page counts the requests, and shows each with its fields', async () => {
  await openPage({ rows: [email, check], names: { [templateId]: 'Van, all-in ask' }, rules: null, isSignedIn: true })

  expect(tiles()).toEqual(['41', '0', '1', '40'])
  expect(shownRows()).toEqual(['Email', 'Check'])
  openRow('Email')
  const details = document.querySelector('.details:not([hidden])')?.textContent
  expect(details).toContain('templateVan, all-in ask')
  expect(details).toContain('commentssent, not kept here')
  expect(details).toMatch(/not sent.*phone/)
  expect(details).toContain(`POST ${to}/emails, answered 202`)
})

test('a value that is also the name of an inherited property is shown as it was sent', () => {
  const fields = { company: 'constructor' }

  expect(fieldTexts({ ...email, fields }, {})).toEqual([['company', 'constructor']])
})

test('[D12.5] a search and the filters choose rows, and what is saved are those', async () => {
  await openPage({ rows: [email, check], names: {}, rules: null, isSignedIn: true })

  search('dallas')
  expect(shownRows()).toEqual(['Email'])
  expect(document.body.textContent).toContain('Save 1 row as CSV')
  search('credit score')
  expect(document.body.textContent).toContain('No rows match')
  search('')
  choose('What', 'Check')
  expect(shownRows()).toEqual(['Check'])
  choose('When', 'Last 7 days')
  expect(document.body.textContent).toContain('No rows match')
})

test('[D12.5] the CSV has every field, and no cell that a spreadsheet runs', () => {
  const csv = ledgerCsv([email], { [templateId]: 'Van, all-in ask' })

  expect(csv).toContain('"origin: Joliet, IL; destination: Dallas, TX; company: =1+1;')
  expect(csv).toContain('template: Van, all-in ask')
  expect(ledgerCsv([{ ...email, load: '=HYPERLINK("x") → Dallas, TX' }], {})).toContain(`"'=HYPERLINK(`)
})

test('an empty ledger says so, and one of a signed-out user asks to sign in', async () => {
  await openPage({ rows: [], names: {}, rules: null, isSignedIn: true })
  expect(document.body.textContent).toContain('Nothing has left this browser')
  await openPage({ rows: [], names: {}, rules: null, isSignedIn: false })
  expect(document.body.textContent).toContain('Sign in to see your rows')
})

test('a clear asks first', async () => {
  const { asked } = await openPage({ rows: [email], names: {}, rules: null, isSignedIn: true })

  clickButton('Clear')
  expect(asked).not.toContain('clear-ledger')
  clickButton('Clear', 'dialog')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Nothing has left this browser'))
})

async function openPage(view: LedgerView) {
  const asked: string[] = []
  vi.resetModules()
  document.body.innerHTML =
    '<span id="version"></span><nav id="links"></nav><main id="content" aria-busy="true"></main>'
  HTMLDialogElement.prototype.showModal ??= () => undefined
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.dispatchEvent(new Event('close'))
  }
  vi.stubGlobal('chrome', {
    runtime: {
      getManifest: () => ({ homepage_url: `${to}/`, version: '0.1.0' }),
      sendMessage: async ({ kind }: { kind: string }) => {
        asked.push(kind)
        const isCleared = asked.includes('clear-ledger')
        return kind === 'read-ledger' ? { ...view, rows: isCleared ? [] : view.rows } : null
      },
    },
  })
  await import('./ledger.ts')
  await vi.waitFor(() => expect(document.querySelector('#content')?.getAttribute('aria-busy')).toBe('false'))
  return { asked }
}

const tiles = () => [...document.querySelectorAll('.totals strong')].map(({ textContent }) => textContent)
const shownRows = () => [...document.querySelectorAll('.row .kind')].map(({ textContent }) => textContent)

function openRow(what: string): void {
  for (const toggle of document.querySelectorAll<HTMLElement>('.toggle'))
    if (toggle.ariaLabel?.startsWith(what)) toggle.click()
}

function search(text: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type=search]')
  if (input) input.value = text
  input?.dispatchEvent(new Event('input'))
}

function choose(title: string, option: string): void {
  for (const label of document.querySelectorAll('label.filter')) {
    const select = label.querySelector('select')
    if (!select || label.querySelector('span')?.textContent !== title) continue
    for (const each of select.options) if (each.textContent === option) select.value = each.value
    select.dispatchEvent(new Event('change'))
  }
}

function clickButton(text: string, within = 'main'): void {
  for (const button of document.querySelectorAll<HTMLElement>(`${within} button`))
    if (button.textContent === text) button.click()
}
