import type { InstallationReport, PartReport } from '@loadping/contract/installation/installation'
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
const report = (parts: PartReport[]): InstallationReport => ({ version: '0.1.0', address: 'https://a.test', parts })

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

test('[D13.23] the page shows what fails first, with the command that says more, and no banner', async () => {
  signInAs('Maria')
  renderApp(
    '/installation',
    apiOf(true, async () => report([working, failing])),
  )

  const parts = await screen.findAllByRole('heading', { level: 2 })
  expect(parts.map(({ textContent }) => textContent)).toEqual(['Mail server', 'Database'])
  expect(screen.getByText('npm run admin -- doctor')).toBeTruthy()
  expect(screen.getByText(/^Since Fri, Nov 27, 2026.*See docs\/operations\/mail\.md$/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Installation' })).toBeNull())
})
