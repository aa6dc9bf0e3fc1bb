import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

/** Renders the sidebar as after a reload. */
async function visit(): Promise<HTMLElement> {
  cleanup()
  vi.resetModules()
  const { Sidebar } = await import('./sidebar.tsx')
  render(
    <MemoryRouter>
      <Sidebar userType="carrier" />
    </MemoryRouter>,
  )
  return screen.getByRole('complementary')
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
})

test('[2.30] a collapsed or expanded sidebar stays so for the next visit', async () => {
  expect((await visit()).dataset['collapsed']).toBe('false')
  fireEvent.click(screen.getByRole('button', { name: /Collapse/ }))
  expect((await visit()).dataset['collapsed']).toBe('true')

  fireEvent.click(screen.getByRole('button', { name: 'Expand' }))
  expect((await visit()).dataset['collapsed']).toBe('false')
})

test('with blocked storage the sidebar still collapses', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'QuotaExceededError')
  })
  const sidebar = await visit()

  fireEvent.click(screen.getByRole('button', { name: /Collapse/ }))

  expect(sidebar.dataset['collapsed']).toBe('true')
})
