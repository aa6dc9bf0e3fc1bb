import type { UserType } from '@loadping/contract/account/user-type'
import { afterEach, expect, test, vi } from 'vitest'
import { inquiry } from '../testing/open-browser.ts'
import type { Question } from './confirm-messages.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

type Asked = {
  askCents: number | null
  isFirst?: boolean
  isChanged?: boolean
  userType?: UserType
  rate?: number
  truck?: string | null
  missed?: string | null
  floorCents?: number | null
}

/** Opens the page that asks, and returns why it asks, what it shows, and what its buttons say. */
async function ask({
  askCents,
  isFirst = false,
  isChanged = false,
  userType = 'carrier',
  rate = 157_000,
  truck = null,
  missed = null,
  floorCents = null,
}: Asked) {
  const question: Question = {
    inquiry: {
      ...inquiry,
      load: { ...inquiry.load, ...(rate > 0 && { rate: { cents: rate, basis: 'flat' } }) },
      expected: { askCents, templateVersion: 1 },
    },
    account: {
      email: 'maria@redbud.example',
      userType,
      emails: null,
      limitEmails: null,
      sellByMinutes: 15,
      accountVerified: true,
      needAttention: 0,
      templates: [],
    },
    isFirst,
    isChanged,
    lacksName: false,
    truck,
    missed,
    floorCents,
    subject: null,
  }
  document.body.innerHTML = '<main id="content"></main>'
  vi.stubGlobal('chrome', { runtime: { sendMessage: async () => question } })
  await import('./confirm.ts')
  await vi.waitFor(() => expect(document.querySelector('dl')).not.toBeNull())
  return {
    reason: document.querySelector('p')?.textContent,
    price: document.querySelector('dd:last-of-type')?.previousSibling?.textContent,
    buttons: [...document.querySelectorAll('button')].map(({ textContent }) => textContent),
  }
}

test('the button of the question states the price that it sends', async () => {
  expect(await ask({ askCents: 169_500 })).toMatchObject({ buttons: ['Cancel', 'Send $1,695'] })
  vi.resetModules()
  expect(await ask({ askCents: null })).toMatchObject({ buttons: ['Cancel', 'Send'] })
})

test.each([
  [{ askCents: 169_500 }, 'Rate is now $1,570, your ask $1,695. Check the load before you send.'],
  [{ askCents: null }, 'Rate is now $1,570, with no ask. Check the load before you send.'],
  [{ askCents: 169_500, rate: 0 }, 'The rate is gone now, your ask $1,695. Check the load before you send.'],
] as const)('the question says what changed where the board has just changed the rate: %o', async (asked, reason) => {
  expect((await ask({ ...asked, isChanged: true })).reason).toBe(reason)
  vi.resetModules()
  expect((await ask(asked)).reason).toMatch(/may not have been visible/)
})

test('brokers are asked about their offer', async () => {
  const { reason, price } = await ask({ askCents: 169_500, isChanged: true, userType: 'broker' })

  expect([reason, price]).toEqual([expect.stringContaining('your offer $1,695'), 'Offer'])
})

test('[D13.14] the question names the truck, and says that it misses the pickup', async () => {
  const { reason } = await ask({ askCents: 169_500, truck: '107 Lena', missed: 'Misses pickup by 7 h' })

  expect(reason).toBe('Misses pickup by 7 h. Check the load before you send.')
  expect(document.querySelector('dl')?.textContent).toContain('Truck107 Lena')
})

test('[D13.11] the question says that the ask is below the floor, whatever else it asks about', async () => {
  const asked = { askCents: 169_500, floorCents: 192_133 }
  const below = 'Below $1,922 this load costs you money.'
  expect((await ask(asked)).reason).toBe(`${below} Check the load before you send.`)
  expect(document.querySelector('dl')?.textContent).toMatch(/Ask\$1,695Floor\$1,922$/)
  vi.resetModules()
  const { reason } = await ask({ ...asked, missed: 'Misses pickup by 7 h' })
  expect(reason).toBe(`Misses pickup by 7 h. ${below} Check the load before you send.`)
  vi.resetModules()
  expect((await ask({ ...asked, isChanged: true })).reason).toContain(`your ask $1,695. ${below} Check`)
  vi.resetModules()
  expect((await ask({ ...asked, isFirst: true })).reason).toMatch(
    /^This is the first email .*one click sends\. Below \$1,922/,
  )
})
