import type { Truck } from '@loadping/contract/trucks/trucks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKeyOf, dropAllDrafts } from '../session/device-drafts.ts'
import { buildLoad } from '../testing/load-fixtures.ts'
import { serveMapData } from '../testing/map-data.ts'
import { carrier, type FakeApi, maria, reefer, renderApp, signInAs } from '../testing/render.tsx'
import { allMembers, owner } from '../testing/team-fixtures.ts'
import { truck104 } from '../testing/truck-fixtures.ts'
import { misspelledQueries } from './misspelled.cases.ts'

const templateNames = ['Van, all-in ask', 'Reefer, food-grade', 'Flatbed, tarps', 'Second message']
const names = ['Priya Nair', 'Ben Ortega', 'Grace Holloway', 'Iris Wolf', 'Tom Becker']
const idOf = (number: number): string => `10000000-0000-4000-8000-00000000000${number}`
const load = buildLoad(1)
const lena = { ...truck104, id: idOf(7), name: '107 Lena', isCurrent: false }
const findLoads = vi.fn(async ({ query: { text } }: { query: { text: string } }) => ({
  loads: text === 'joliet' ? [load] : [],
  brokers: text === 'quilon' ? ['Quillon & Sons'] : [],
}))
const saveTrucks = vi.fn(async ({ body }: { body: { trucks: Truck[] } }) => body.trucks)
const listLoads = vi.fn(async () => ({ loads: [load], next: null }))

beforeEach(() => {
  serveMapData()
  findLoads.mockClear()
  saveTrucks.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  dropAllDrafts()
})

const forever = () => new Promise<never>(() => {})

function open({ address = '/legal/terms', userType = 'carrier' as 'carrier' | 'broker', fake = {} as FakeApi } = {}) {
  signInAs('Maria')
  return renderApp(address, {
    account: { getMe: async () => maria, getUserInfo: async () => ({ ...carrier, userType }) },
    templates: {
      listTemplates: async () => templateNames.map((name, index) => ({ ...reefer, id: idOf(index), name })),
      getTemplate: forever,
    },
    team: { listMembers: async () => names.map((name, index) => ({ ...owner, id: idOf(index), name })) },
    trucks: { listTrucks: async () => [truck104, lena], saveTrucks },
    loads: { findLoads, listLoads, summarizeLoads: forever, getLoad: forever },
    ...fake,
  })
}

async function openPalette() {
  await screen.findByRole('button', { name: /Search or jump to/ })
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('searchbox', { name: 'Search or jump to' })
  await waitFor(() => expect(document.activeElement).toBe(field))
}

const isMarked = (option: HTMLElement): boolean => option.getAttribute('aria-selected') === 'true'

const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('[D9.3] Ctrl K finds a page by a part of its name, and Enter opens it', async () => {
  const app = open()
  await openPalette()

  await userEvent.keyboard('sett')
  await waitFor(() => expect(options()[0]).toBe('SettingsGS'))
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(app.address()).toBe('/settings'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[D9.3] each misspelled query finds first what was meant', async () => {
  open()
  await openPalette()

  for (const [typed, meant] of misspelledQueries) {
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.paste(typed)
    await waitFor(() => expect([typed, options()[0]?.slice(0, meant.length)]).toEqual([typed, meant]))
  }
})

test('[D9.3] loads are found by the server, and opened', async () => {
  const app = open()
  await openPalette()

  await userEvent.paste('joliet')
  const found = await screen.findByRole('option', { name: /Joliet, IL → Dallas, TX/ })
  expect(found.textContent).toContain('926 mi · $2,315 · Quillon Logistics')
  await userEvent.click(found)

  await waitFor(() => expect(app.address()).toBe(`/loadinfo/${load.id}`))
})

test('[D9.3] brokers are found by the server, and open the loads with them', async () => {
  const app = open()
  await openPalette()

  await userEvent.paste('quilon')
  const brokers = within(await screen.findByRole('group', { name: 'Brokers' }))
  await userEvent.click(brokers.getByRole('option', { name: 'Quillon & Sons' }))

  await waitFor(() => expect(app.address()).toBe('/load?broker=Quillon+%26+Sons'))
})

test('[D9.3] loads that the server finds later move nothing that is already shown', async () => {
  const answers: (() => void)[] = []
  const findLater = () =>
    new Promise<{ loads: (typeof load)[]; brokers: string[] }>((resolve) => {
      answers.push(() => resolve({ loads: [load], brokers: [] }))
    })
  open({ fake: { loads: { findLoads: findLater, summarizeLoads: forever } } })
  await openPalette()
  await userEvent.paste('analitics')
  await screen.findByRole('option', { name: /^Analytics/ })
  await waitFor(() => expect(answers.length).toBeGreaterThan(0))
  const shown = screen.getAllByRole('option').map(({ textContent }) => textContent)
  for (const answer of answers) answer()
  const found = await screen.findByRole('option', { name: /Joliet/ })

  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([...shown, found.textContent])
})

test('[D9.3] right after each new query the first entry is marked, and Enter opens it', async () => {
  const app = open()
  await openPalette()
  const marked = () => {
    const id = screen.getByRole('searchbox').getAttribute('aria-activedescendant')
    return screen.getAllByRole('option').map((option) => [option.id === id, isMarked(option)])
  }
  const onlyFirst = () => screen.getAllByRole('option').map((_, index) => [index === 0, index === 0])

  for (const typed of ['a', 'te', 'settings', 'van', 'e']) {
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(marked()[2]).toEqual([true, true])
    await userEvent.paste(typed)
    expect([typed, marked()]).toEqual([typed, onlyFirst()])
  }
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.paste('billing')
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(app.address()).toBe('/pricing'))
})

test('[D9.3] the arrow keys go round, and the pointer marks what it moves over', async () => {
  open()
  await openPalette()
  const marked = () => screen.getAllByRole('option').findIndex(isMarked)
  const last = screen.getAllByRole('option').length - 1

  await userEvent.keyboard('{ArrowUp}')
  expect(marked()).toBe(last)
  await userEvent.keyboard('{ArrowDown}')
  expect(marked()).toBe(0)
  await userEvent.hover(screen.getAllByRole('option')[3] ?? document.body)
  expect(marked()).toBe(3)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('[D9.3] a misspelled place or broker stands below no page that is only similar', async () => {
  const places = ['jolliet', 'dalas', 'mineapolis', 'louisvile', 'charlote', 'milwakee', 'huston', 'indianopolis']
  const others = [
    'san antono',
    'quilon',
    'northgait',
    'tarnbrok',
    'coperline',
    'marow creek',
    'austn',
    'denvr',
    'tulas',
  ]
  open({ fake: { loads: { findLoads: async () => ({ loads: [load], brokers: [] }), summarizeLoads: forever } } })
  await openPalette()

  for (const typed of [...places, ...others]) {
    await userEvent.clear(screen.getByRole('searchbox'))
    await userEvent.paste(typed)
    await waitFor(() => expect([typed, options()]).toEqual([typed, [expect.stringMatching(/^Joliet, IL/)]]))
  }
})

test('[D9.3] the palette makes another truck the current one in place, and Undo the former', async () => {
  const app = open()
  await openPalette()

  await userEvent.keyboard('lena')
  await userEvent.click(await screen.findByRole('option', { name: /Switch to truck 107 Lena/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

  await waitFor(() => expect(saveTrucks).toHaveBeenCalledTimes(2))
  const saved = saveTrucks.mock.calls.map(([{ body }]) => body.trucks.find(({ isCurrent }) => isCurrent)?.name)
  expect(saved).toEqual(['107 Lena', truck104.name])
  expect(app.address()).toBe('/legal/terms')
})

test('[D9.3] the next steps open again from the palette', async () => {
  const app = open({ fake: { home: { getHome: forever } } })
  await openPalette()

  await userEvent.keyboard('next st{Enter}')

  await waitFor(() => expect(app.address()).toBe('/?steps'))
})

test('[D9.3] help is found by its title and by other words, with typing errors', async () => {
  const app = open()
  await openPalette()

  await userEvent.paste('dmarc')
  const help = within(await screen.findByRole('group', { name: 'Help' }))
  expect(help.getByRole('option', { name: 'What brokers see' })).toBeTruthy()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.paste('instal and pin')
  await userEvent.click(await screen.findByRole('option', { name: 'Install and pin the extension' }))

  await waitFor(() => expect(app.address()).toBe('/help/install'))
})

test('[D9.3] what was chosen last stands first, and only for its user', async () => {
  const app = open()
  await openPalette()
  await userEvent.paste('joliet')
  await userEvent.click(await screen.findByRole('option', { name: /Joliet/ }))
  await waitFor(() => expect(app.address()).toBe(`/loadinfo/${load.id}`))

  await openPalette()
  const recent = within(await screen.findByRole('group', { name: 'Recent' }))
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Joliet, IL → Dallas, TX/),
  ])
})

test('Log Out leaves no text and no load that was chosen last on the device', async () => {
  const app = open({ fake: { signIn: { logout: async () => null } } })
  await openPalette()
  await userEvent.paste('joliet')
  await userEvent.click(await screen.findByRole('option', { name: /Joliet/ }))
  await waitFor(() => expect(app.address()).toBe(`/loadinfo/${load.id}`))
  localStorage.setItem(draftKeyOf(maria.userId, 'snippet'), JSON.stringify({ draft: 'Dear', at: new Date() }))
  const kept = () => Object.values({ ...localStorage }).filter((text) => /Joliet|Dear/.test(text))
  expect(kept()).toHaveLength(2)

  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }))

  await waitFor(() => expect(kept()).toEqual([]))
})

test('[2.25] [D9.3] brokers find neither loads nor Analytics nor Billing', async () => {
  open({ userType: 'broker' })
  await openPalette()

  expect(options().filter((text) => /Analytics|Billing|My loads|Paste/.test(text ?? ''))).toEqual([])
  await userEvent.paste('joliet')
  await screen.findByText('Nothing found for “joliet”.')
  expect(findLoads).not.toHaveBeenCalled()
})

test('[D9.3] pages and actions are found while the server does not answer, and it says so', async () => {
  const app = open({
    fake: {
      loads: {
        findLoads: async () => Promise.reject(new Error('offline')),
        summarizeLoads: forever,
      },
    },
  })
  await openPalette()

  await userEvent.keyboard('dark th')
  await screen.findByText('Loads could not be searched. Type again to retry.')
  await userEvent.keyboard('{Enter}')

  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  expect(app.address()).toBe('/legal/terms')
})

test('[D9.3] G and a letter open a page; the letter does nothing else, and nothing while typing', async () => {
  const app = open({ address: '/legal/terms' })
  await screen.findByRole('button', { name: /Search or jump to/ })

  await userEvent.keyboard('gs')
  await waitFor(() => expect(app.address()).toBe('/settings'))
  await openPalette()
  await userEvent.keyboard('gt')

  expect(app.address()).toBe('/settings')
})

test('[D9.3] the list of shortcuts has the keys of the palette', async () => {
  open()
  await screen.findByRole('button', { name: /Search or jump to/ })

  await userEvent.keyboard('?')
  const goTo = within(await screen.findByRole('region', { name: 'Go to' }))

  expect(goTo.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'G D',
    'G A',
    'G M',
    'G L',
    'G R',
    'G T',
    'G B',
    'G E',
    'G S',
    'G C',
    'G H',
  ])
})

test("[6.2] [D9.3] a broker's list of shortcuts has no keys of loads", async () => {
  open({ userType: 'broker' })
  await screen.findByRole('button', { name: /Search or jump to/ })

  await userEvent.keyboard('?')
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))

  expect(sheet.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Everywhere',
    'Go to',
    'Templates',
    'Offers',
  ])
})

test('[D9.3] ? in the empty field of the palette shows the shortcuts, and is a letter later', async () => {
  open()
  await openPalette()
  await userEvent.keyboard('g?')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', 'g?')
  expect(screen.queryByText('all shortcuts')).toBeNull()

  await userEvent.clear(screen.getByRole('searchbox'))
  expect(screen.getByText('all shortcuts')).toBeTruthy()
  await userEvent.keyboard('?')

  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  expect(screen.queryByRole('searchbox', { name: 'Search or jump to' })).toBeNull()
})

test.each([
  ['practise', 'Practice board'],
  ['help', 'Help'],
  ['instalation', 'Installation'],
])('[D9.3] %s finds the page %s for an administrator', async (typed, page) => {
  const getMe = async () => ({ ...maria, isAdministrator: true as const })
  open({ fake: { account: { getMe, getUserInfo: async () => carrier } } })
  await openPalette()

  await userEvent.keyboard(typed)

  await waitFor(() => expect(options()[0]).toBe(page))
})

test('[D9.3] Escape closes the palette, and the focus is where it was', async () => {
  open()
  const button = await screen.findByRole('button', { name: /Search or jump to/ })
  await userEvent.click(button)
  await screen.findByRole('searchbox', { name: 'Search or jump to' })

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

test('[D9.3] a search for a person opens My team at that person', async () => {
  const app = open({ fake: { team: { listMembers: async () => allMembers, getTeam: forever } } })
  await openPalette()

  await userEvent.paste('tessa')
  await userEvent.click(await screen.findByRole('option', { name: /Tessa Lind/ }))

  await waitFor(() => expect(app.address()).toBe('/my-team?search=tessa%40redbud.example'))
})
