import type { Profile, SenderDomain } from '@loadping/contract/account/account'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { emptyProfile } from '../testing/profile-fixtures.ts'
import { carrier, reefer, renderScreen } from '../testing/render.tsx'
import { BrokerViewCard, BrokerViewLine } from './broker-view.parts.tsx'

const profile: Profile = {
  name: 'Maria',
  company: 'Redbud Carriers',
  phone: '(555) 010-0142',
  mc: '123456',
  dot: '1234567',
  registeredEmail: null,
  signature: 'Maria\nRedbud Carriers',
}
const google: Mailbox = {
  kind: 'google',
  address: 'maria@redbud.example',
  isDefault: true,
  connectedAt: '2026-11-20T19:41:00.000Z',
  failure: null,
  use: { service: 'google-workspace', sent: 0, cap: 1_600, isLearned: false },
  bounceShare: null,
  server: null,
}
const domain: SenderDomain = { domain: 'redbud.example', spf: 'found', dmarc: 'missing', dkim: 'unknown' }
const templates = [{ ...reefer, ...carrierDefaultTemplate }]

function show(
  part: 'card' | 'line',
  { own = profile, answer = domain }: { own?: Profile; answer?: SenderDomain } = {},
) {
  const checkSenderDomain = vi.fn(async () => answer)
  renderScreen(
    <Suspense>
      {part === 'card' ? <BrokerViewCard templates={templates} /> : <BrokerViewLine templates={templates} />}
    </Suspense>,
    {
      account: { getUserInfo: async () => carrier, getProfile: async () => own, checkSenderDomain },
      mailboxes: { listMailboxes: async () => [google] },
    },
  )
  return checkSenderDomain
}

const pointOf = async (text: string) => within((await screen.findByText(text)).closest('li') ?? document.body)

test('[D12.10] the card shows each point with its reason, and the way to fix it', async () => {
  show('card', { own: { ...profile, phone: null } })

  expect(await screen.findByRole('region', { name: 'How you look to a broker' })).toBeTruthy()
  const phone = await pointOf('No phone number')
  expect(phone.getByText(/^Brokers call when a load is urgent/)).toBeTruthy()
  expect(phone.getByRole('link', { name: 'Add your phone number' }).getAttribute('href')).toBe('/settings/profile')
  expect(
    (await pointOf('redbud.example has no DMARC')).getByText('Add a DMARC record for redbud.example.'),
  ).toBeTruthy()
  expect(await pointOf('DKIM of redbud.example could not be checked')).toBeTruthy()
  expect(screen.getByText('6 of 9')).toBeTruthy()
})

test('the name servers are asked again on request', async () => {
  const checkSenderDomain = show('card')
  await screen.findByText('redbud.example has no DMARC')

  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))

  expect(checkSenderDomain).toHaveBeenCalledTimes(2)
})

test('[D12.10] the mail check has a line about it, unless all is good', async () => {
  show('line', { own: { ...emptyProfile, company: 'Redbud Carriers' } })

  expect(await screen.findByText(/How you look to a broker: No phone number and \d more\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See why and fix it' }).getAttribute('href')).toBe('/settings/look')
})

test('[D13.13] the mail check begins with a mailbox that is not the registered address', async () => {
  show('line', { own: { ...profile, phone: null, registeredEmail: 'dispatch@redbud.example' } })

  expect(
    await screen.findByText(/How you look to a broker: Emails come from \S+, not from dispatch@redbud\.example and/),
  ).toBeTruthy()
})
