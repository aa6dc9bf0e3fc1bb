import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadPageServer, pageLoad } from '../../testing/load-page-fixtures.ts'
import { renderApp, signInAs } from '../../testing/render.tsx'

async function open(load: Partial<typeof pageLoad> = {}) {
  signInAs('Maria')
  const server = loadPageServer({ page: { load: { ...pageLoad, ...load } } })
  renderApp(`/loadinfo/${server.id}`, server.api)
  await screen.findByRole('button', { name: 'Send $2,450' })
  return server
}

const table = () => screen.findByRole('table', { name: 'Asks from target to floor' })
const rowsOf = (of: HTMLElement) =>
  within(of)
    .getAllByRole('rowheader')
    .map((header) => `${header.textContent} ${header.nextElementSibling?.textContent}`)

const type = async (ask: string) => {
  const field = screen.getByRole('textbox', { name: 'Ask, as a price or formula' })
  await userEvent.clear(field)
  await userEvent.type(field, ask)
}

test('[D13.11] the load page lists target, steps and floor with what each leaves', async () => {
  await open()
  const ladder = await table()
  expect(rowsOf(ladder)).toEqual([
    'Target $2,450',
    'Step 1 $2,350',
    'Step 2 $2,275',
    'Step 3 $2,175',
    'Step 4 $2,100',
    'Step 5 $2,000',
    'Floor, your costs $1,922',
  ])
  const [target, ...rest] = within(ladder).getAllByRole('row').slice(1)
  expect(target?.textContent).toMatch(/2\.65\$512$/)
  expect(rest.at(-1)?.textContent).toMatch(/\$0$/) // nothing is left at the floor
})

test('[D13.11] a click on a step asks it, and the minus key goes to the next one', async () => {
  await open()
  await userEvent.click(within(await table()).getByRole('button', { name: '$2,275' }))
  expect(await screen.findByRole('button', { name: 'Send $2,275' })).toBeTruthy()
  await userEvent.keyboard('-')
  expect(await screen.findByRole('button', { name: 'Send $2,175' })).toBeTruthy()
})

test('[D13.11] a counter of the broker shows among the steps, with the next ask above it', async () => {
  const at = new Date().toISOString()
  const outcome = { kind: 'countered' as const, cents: 220_000, at }
  await open({ status: 'negotiating', askCents: 245_000, contactedAt: at, outcome })
  expect(rowsOf(await table())).toEqual([
    'Target, asked $2,450',
    'Step 1, next $2,350',
    'Step 2 $2,275',
    'Broker said $2,200',
    'Step 3 $2,175',
    'Step 4 $2,100',
    'Step 5 $2,000',
    'Floor, your costs $1,922',
  ])
})

test('[D13.11] an ask below the floor asks first, once for the load', async () => {
  const { calls } = await open()
  await table()
  await type('1900')
  await userEvent.click(await screen.findByRole('button', { name: 'Send $1,900' }))
  expect(await screen.findByText(/Below \$1,922 this load costs you money\. Send it anyway\?/)).toBeTruthy()
  expect(calls.sendEmail).not.toHaveBeenCalled()
  await type('1850')
  await userEvent.click(await screen.findByRole('button', { name: 'Send $1,850 anyway' }))
  await waitFor(() => expect(calls.sendEmail).toHaveBeenCalledOnce())
})
