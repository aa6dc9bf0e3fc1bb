import type { FormulaComparison } from '@loadping/contract/analytics/formulas'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Section } from '../section.tsx'
import { renderScreen } from '../testing/render.tsx'
import { FormulasCard } from './formulas-card.tsx'

const none = { asks: 0, askedCents: null, formulaCents: null, statedCents: null }
const comparison: FormulaComparison = {
  asks: 44,
  isCut: false,
  formulas: [
    {
      formula: 'trip+8% to 5',
      templates: ['Default', 'Van'],
      all: { asks: 41, askedCents: 173_000, formulaCents: 175_000, statedCents: null },
      booked: { asks: 9, askedCents: 170_000, formulaCents: 172_000, statedCents: 165_000 },
      countered: { asks: 3, askedCents: 180_000, formulaCents: 181_000, statedCents: 162_500 },
      declined: none,
    },
  ],
}

async function open(getFormulas: (_: object) => Promise<FormulaComparison>, userIds?: string) {
  renderScreen(
    <Section what="the formulas" skeleton={<p>Loading</p>}>
      <FormulasCard userIds={userIds} />
    </Section>,
    { analytics: { getFormulas } },
  )
}

test('[D12.11] each formula shows counts and medians by outcome, and no percentage', async () => {
  const getFormulas = vi.fn(async () => comparison)
  await open(getFormulas, 'a')
  const table = await screen.findByRole('table', { name: 'What each formula would have asked' })
  expect(
    within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'FormulaAsksAskedBy formulaBroker',
    'trip+8% to 5Default, Van',
    'All asks41$1,730$1,750—not available',
    'Booked9$1,700$1,720$1,650',
    'Countered3$1,800$1,810$1,625',
    'Declined0—not available—not available—not available',
  ])
  expect(screen.getByText(/^44 asks of 90 days/)).toBeTruthy()
  expect(table.textContent?.replace('8%', '')).not.toContain('%')
  expect(getFormulas).toHaveBeenCalledWith({ query: { userIds: 'a' } })
})

test('[D12.11] without asks, and without formulas, the card says what to do', async () => {
  await open(async () => ({ ...comparison, asks: 0 }))
  expect(await screen.findByText(/^No asks in the last 90 days/)).toBeTruthy()
})

test('[D12.11] without a formula in any template, the card leads to them', async () => {
  await open(async () => ({ ...comparison, formulas: [] }))
  expect((await screen.findByRole('link', { name: 'Open your templates' })).getAttribute('href')).toBe('/emailTemplate')
})

test('[D12.11] formulas that do not load can be tried again', async () => {
  const getFormulas = vi.fn(async (): Promise<FormulaComparison> => {
    throw new Problem('not-allowed', 'No.')
  })
  await open(getFormulas)
  await screen.findByText("Couldn't load the formulas")
  getFormulas.mockImplementation(async () => comparison)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})
