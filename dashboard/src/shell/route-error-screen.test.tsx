import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { RouteErrorScreen } from './route-error-screen.tsx'

const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
beforeEach(() => void reload.mockClear())

/** Opens a page whose code is missing, while the server answers so. */
function open(answer: () => Promise<Response>): void {
  vi.stubGlobal('fetch', vi.fn(answer))
  const lazy = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: page.js'))
  render(<RouterProvider router={createMemoryRouter([{ path: '/', ErrorBoundary: RouteErrorScreen, lazy }])} />)
}

test('a page whose code is gone since an update says so, and a click reloads it', async () => {
  open(async () => new Response())

  expect(await screen.findByText(/^LoadPing may have been updated/)).toBeTruthy()
  expect(screen.queryByText("Can't reach the server")).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reload).toHaveBeenCalledOnce()
})

test('a page whose code cannot be fetched says so, and reloads once the server is back', async () => {
  let isThere = false
  open(async () => (isThere ? new Response() : Promise.reject(new TypeError('Failed to fetch'))))

  expect(await screen.findByText("Can't reach the server")).toBeTruthy()
  await waitFor(() => expect(fetch).toHaveBeenCalled())
  isThere = true
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(screen.queryByText(/may have been updated/)).toBeNull()
})
