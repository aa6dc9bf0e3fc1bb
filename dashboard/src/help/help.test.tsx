import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { helpPages } from './pages.ts'

test('a guest can read every help page', async () => {
  const app = renderApp('/help', {})
  const list = await screen.findAllByRole('link', { name: /./ })
  expect(list.length).toBeGreaterThan(helpPages.length)

  for (const { path, title } of helpPages) {
    await app.router.navigate(path)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
    const nav = within(screen.getByRole('navigation', { name: 'Help pages' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe(title)
  }
})

test('the search finds pages by what they say, with typing errors, and stays in the address', async () => {
  const app = renderApp('/help', {})
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Search help' }), 'fastmial')

  await waitFor(() => expect(app.address()).toBe('/help?search=fastmial'))
  const found = () => within(screen.getByRole('main')).getAllByRole('link')
  await waitFor(() => expect(found()[0]?.textContent).toMatch(/^Connect another mailbox/))
})

test('a search without results says so, and leads back to all pages', async () => {
  renderApp('/help?search=xyzzyqq', {})

  expect(await screen.findByText('No help page mentions “xyzzyqq”.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all pages' }))
  expect(await screen.findByText('Get started')).toBeTruthy()
})

test('an unknown help page leads to all of them', async () => {
  renderApp('/help/no-such-page', {})

  expect(await screen.findByRole('heading', { name: 'No such help page' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All help pages' }).getAttribute('href')).toBe('/help')
})
