import type { BoardHealth } from '@loadping/contract/extension/board-health'
import type { ExtensionDownload } from '@loadping/contract/extension/extension.api'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { hideMarker, letMissingExtensionShow, showMarker } from '../testing/marker.ts'
import { carrier, emptyHome, maria, renderApp, signInAs } from '../testing/render.tsx'
import { thisBrowser } from './this-browser.ts'

afterEach(() => vi.restoreAllMocks())

const downloadFor = (browser: ExtensionDownload['browser']): ExtensionDownload => ({
  browser,
  path: `/extension/loadping-${browser}.zip`,
  version: '0.2.0',
  bytes: 114_000,
  sha256: browser.padEnd(64, '0'),
})

const api = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  home: { getHome: async () => emptyHome },
  extension: { listDownloads: async () => [downloadFor('chrome'), downloadFor('firefox')] },
}

test('[2.39] without the marker a dialog leads to the three stores and to other browsers', async () => {
  letMissingExtensionShow()
  signInAs('maria')
  renderApp('/', api)

  const dialog = within(await screen.findByRole('dialog', { name: 'The extension is missing' }))
  const links = dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    [expect.stringContaining('Chrome Web Store'), '/extension#chrome'],
    [expect.stringContaining('Firefox Add-ons'), '/extension#firefox'],
    [expect.stringContaining('Edge Add-ons'), '/extension#edge'],
    ['Other', '/extension'],
    ['Help with the installation', '/help/install'],
  ])

  const marker = document.createElement('div')
  marker.id = 'loadping-extension'
  marker.dataset['version'] = '0.2.0'
  document.body.append(marker)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  marker.remove()

  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[D9.6] the dialog comes 1.5 seconds after the page, and once until the browser is closed', async () => {
  letMissingExtensionShow()
  signInAs('maria')
  renderApp('/', api)
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByRole('dialog', { name: 'The extension is missing' })
  cleanup()

  renderApp('/', api) // as after a reload, with the dialog never closed
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[D9.6] a phone, a page about the extension and a browser with it get no dialog', async () => {
  letMissingExtensionShow()
  signInAs('maria')
  renderApp('/extension', api)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()

  showMarker()
  renderApp('/', api)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
  hideMarker()
  cleanup()

  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: query.includes('640px'), media: query }) as MediaQueryList,
  )
  renderApp('/', api)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['0.0.9', 'Outdated, version 0.0.9', ['Install', 'Load boards']],
  ['0.1.0', 'Connected, version 0.1.0', ['Load boards', 'Install']],
])('[D11.8] with version %s of the extension the page says "%s" first', async (version, text, order) => {
  const marker = document.createElement('div')
  marker.id = 'loadping-extension'
  marker.dataset['version'] = version
  document.body.append(marker)
  signInAs('maria')
  renderApp('/extension', { ...api, extension: { ...api.extension, listBoardHealth: async () => [] } })

  expect(await screen.findByText(text)).toBeTruthy()
  await screen.findByRole('heading', { name: 'Load boards' })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings.filter((heading) => order.includes(heading ?? ''))).toEqual(order)
  marker.remove()
})

test('[X12] the page offers each zip with its version and hash, and says which is not there', async () => {
  renderApp('/extension#firefox', api)

  const link = await screen.findByRole('link', { name: 'Download for Firefox' })
  expect(link.getAttribute('href')).toBe('/extension/loadping-firefox.zip')
  expect(screen.getByText('Version 0.2.0, 112 KB')).toBeTruthy()
  expect(screen.getByText(downloadFor('firefox').sha256)).toBeTruthy()
  expect(screen.getByText(/Load Temporary Add-on/)).toBeTruthy()

  await userEvent.click(screen.getByRole('radio', { name: /Edge/ }))
  expect(screen.getByText(/no extension for Edge yet/)).toBeTruthy()
})

test("[D11.4] [D11.5] [3.10] the page lists a broker's boards with what the extension could read on each", async () => {
  signInAs('bo')
  const health: BoardHealth = {
    board: 'dat-one',
    fields: ['origin', 'dest', 'reference'],
    missing: [{ field: 'reference', since: '2026-11-20T14:40:00.000Z' }],
    blindSince: null,
    seenAt: '2026-11-20T14:50:00.000Z',
  }
  const blind: BoardHealth = { ...health, board: 'truckstop', missing: [], blindSince: '2026-11-20T14:40:00.000Z' }
  const getUserInfo = async () => ({ ...carrier, userType: 'broker' as const })
  renderApp('/extension', {
    ...api,
    account: { ...api.account, getUserInfo },
    extension: { ...api.extension, listBoardHealth: async () => [health, blind] },
  })

  const boards = within(await screen.findByRole('region', { name: 'Load boards' })).getAllByRole('listitem')
  expect(boards.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/DAT One2 of 3 fieldsReference number missing since .*9:40 AM/),
    expect.stringMatching(/Loadlink NewNot checkedCheck one load to start: open the board and compare it\.$/),
    expect.stringMatching(/TruckstopCan't be readNothing could be read since .* AM\.$/), // brokers paste no loads
  ])
})

test('a board of which nothing was read yet does not count 0 of 0 fields', async () => {
  signInAs('maria')
  const health: BoardHealth = {
    board: 'dat-one',
    fields: [],
    missing: [],
    blindSince: null,
    seenAt: '2026-11-20T14:50:00.000Z',
  }
  renderApp('/extension', { ...api, extension: { ...api.extension, listBoardHealth: async () => [health] } })

  expect(await screen.findByText('Nothing read yet')).toBeTruthy()
  expect(screen.queryByText('0 of 0 fields')).toBeNull()
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36', 'chrome'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0', 'edge'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'firefox'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36', undefined],
  ['Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15', undefined],
])('the browser is known by its name for itself: %s', (userAgent, browser) => {
  expect(thisBrowser(userAgent)).toBe(browser)
})
