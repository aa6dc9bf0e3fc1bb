import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { carrier, renderScreen } from '../../testing/render.tsx'
import { PlaceholderList } from './placeholder-list.tsx'

test("the user's snippets are listed, found by name and inserted", async () => {
  const onInsert = vi.fn()
  const snippets = [
    { name: 'van', text: '53 ft', usedBy: [] },
    { name: 'flat', text: 'Flatbed', usedBy: [] },
  ]
  renderScreen(<PlaceholderList onInsert={onInsert} />, {
    account: { getUserInfo: async () => carrier },
    snippets: { listSnippets: async () => snippets },
  })

  await screen.findByRole('button', { name: 'flat' })
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search placeholders' }), 'van')
  expect(screen.queryByRole('button', { name: 'flat' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'van' }))

  expect(onInsert).toHaveBeenCalledExactlyOnceWith('snippet:van')
})
