import type { FigureReport, InstallationReport, PartReport } from '@loadping/contract/installation/installation'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { carrier, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'

const working: PartReport = {
  part: 'database',
  state: 'working',
  text: 'PostgreSQL 18.4, 12 MB.',
  reply: null,
  since: null,
  advice: null,
  command: null,
  document: null,
}
const failing: PartReport = {
  ...working,
  part: 'mail-server',
  state: 'failing',
  text: 'The mail server refuses the login of SMTP_URL.',
  reply: 'The mail server said: 535 5.7.8 no',
  since: '2026-11-27T12:00:00.000Z',
  advice: 'Correct the password.',
  command: 'npm run admin -- doctor',
  document: 'docs/operations/mail.md',
}
const figure: FigureReport = {
  figure: 'sends',
  state: 'working',
  value: '61 ms',
  text: '118,300 requests in 24 hours, 0 turned away.',
  hours: [null, 40, 61],
  note: null,
}
const report = (parts: PartReport[], figures: FigureReport[] = [figure]): InstallationReport => ({
  version: '0.1.0',
  address: 'https://a.test',
  readAt: '2026-11-27T14:42:10.000Z',
  startedAt: '2026-11-26T14:42:10.000Z',
  parts,
  figures,
})

const apiOf = (isAdministrator: boolean, getInstallation: () => Promise<InstallationReport>): FakeApi => ({
  account: {
    getMe: async () => ({ ...maria, ...(isAdministrator && { isAdministrator: true as const }) }),
    getUserInfo: async () => carrier,
  },
  templates: { listTemplates: async () => [] },
  installation: { getInstallation },
})

test('[P11] an administrator reads on any page what fails, in its own words, and where to look', async () => {
  signInAs('Maria')
  renderApp(
    '/emailTemplate',
    apiOf(true, async () => report([working, failing, { ...failing, part: 'copy' }])),
  )

  const banner = within(await screen.findByRole('region', { name: 'Installation' }))
  expect(banner.getByText('The mail server refuses the login of SMTP_URL.')).toBeTruthy()
  expect(banner.getByText(/535 5\.7\.8 no/)).toBeTruthy()
  expect(banner.getByText(/Correct the password\. 1 more part fails\./)).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Show installation' }).getAttribute('href')).toBe('/installation')
})

test('[D13.23] others see no banner, and nothing is asked for them', async () => {
  const getInstallation = vi.fn(async () => report([failing]))
  signInAs('Maria')
  renderApp('/emailTemplate', apiOf(false, getInstallation))

  await screen.findByRole('heading', { name: 'My templates' })
  expect(getInstallation).not.toHaveBeenCalled()
  expect(screen.queryByRole('region', { name: 'Installation' })).toBeNull()
})

test('[D13.23] the page shows what fails with the command that says more, and no banner', async () => {
  signInAs('Maria')
  renderApp(
    '/installation',
    apiOf(true, async () => report([working, { ...working, part: 'keys', state: 'look', text: 'Old keys.' }, failing])),
  )

  const parts = await screen.findAllByRole('heading', { level: 2 })
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Mail server', 'Keys'])
  expect(screen.getByText('npm run admin -- doctor')).toBeTruthy()
  expect(screen.getByText(/^Since Fri, Nov 27, 2026.*See docs\/operations\/mail\.md$/)).toBeTruthy()
  expect(screen.getByText(/^Nothing to do about: database\./)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Installation' })).toBeNull())
})

test('[P10] an administrator reads each figure with its state and what it means', async () => {
  const failed: FigureReport = {
    ...figure,
    figure: 'backup',
    state: 'failing',
    value: '40h 00m old',
    hours: null,
    note: '3 of 14 days',
  }
  signInAs('Maria')
  renderApp(
    '/installation',
    apiOf(true, async () => report([], [figure, failed])),
  )

  const [sends, backup] = await Promise.all(
    [/^Slowest 1% of sends/, /^Backup/].map((name) => screen.findByRole('row', { name })),
  )
  expect(sends?.textContent).toBe('Slowest 1% of sends61 msGood118,300 requests in 24 hours, 0 turned away.')
  expect(backup?.textContent).toMatch(/^Backup40h 00m oldAct now.*3 of 14 days$/)
  expect(within(sends ?? document.body).getByRole('img', { name: 'Course over 2 hours' })).toBeTruthy()
  expect(screen.getByText('Read 9:42:10 AM, every 10 s')).toBeTruthy()
})
