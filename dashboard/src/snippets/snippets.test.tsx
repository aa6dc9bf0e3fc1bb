import { maxSnippets, type Snippet } from '@loadping/contract/snippets/snippets'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '../testing/render.tsx'
import { SnippetsCard } from './snippets.parts.tsx'

const van: Snippet = { name: 'van', text: '53 ft Van', usedBy: [] }

function show(initial: Snippet[] = []) {
  let snippets = initial
  const saveSnippet = vi.fn(async ({ params, body }: { params: { name: string }; body: { text: string } }) => {
    const saved = { name: params.name, text: body.text, usedBy: [] }
    snippets = [...snippets.filter(({ name }) => name !== saved.name), saved]
    return saved
  })
  const deleteSnippet = vi.fn(async ({ params }: { params: { name: string } }) => {
    snippets = snippets.filter(({ name }) => name !== params.name)
    return null
  })
  renderScreen(
    <Suspense>
      <SnippetsCard />
    </Suspense>,
    {
      snippets: { listSnippets: async () => snippets, saveSnippet, deleteSnippet },
    },
  )
  return { saveSnippet, deleteSnippet }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const type = async (name: string, text: string) => userEvent.type(await screen.findByRole('textbox', { name }), text)

test('a snippet is added under a name that is made valid while typing', async () => {
  const { saveSnippet } = show()

  await press('Add a snippet')
  await type('Name', 'Equipment line')
  expect(screen.getByText('In templates: {{snippet:equipment-line}}')).toBeTruthy()
  await type('Text', '53 ft{Enter}air ride')
  await press('Save')

  expect(await screen.findByText('{{snippet:equipment-line}}')).toBeTruthy()
  expect(saveSnippet).toHaveBeenCalledExactlyOnceWith({
    params: { name: 'equipment-line' },
    body: { text: '53 ft\nair ride' },
  })
})

test('a new snippet cannot take the name of another, and needs name and text', async () => {
  const { saveSnippet } = show([van])

  await press('Add a snippet')
  await press('Save')
  expect(await screen.findAllByRole('alert')).toHaveLength(2)
  await type('Name', 'van')

  expect(screen.getByText('You have a snippet with this name.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(saveSnippet).not.toHaveBeenCalled()
})

test('an edit that was closed without saving opens again with what was typed', async () => {
  show([van])

  await press('Edit van')
  await type('Text', ', air ride')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Edit van')

  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' }).value).toBe('53 ft Van, air ride')
})

test('deleting an unused snippet can be undone', async () => {
  const { saveSnippet } = show([van])

  await press('Delete van')
  await waitFor(() => expect(screen.queryByText('53 ft Van')).toBeNull())
  await press('Undo')

  expect(await screen.findByText('53 ft Van')).toBeTruthy()
  expect(saveSnippet).toHaveBeenCalledExactlyOnceWith({ params: { name: 'van' }, body: { text: '53 ft Van' } })
})

test('deleting a snippet that templates use names them and asks first', async () => {
  const { deleteSnippet } = show([{ ...van, usedBy: ['Default', 'Reefer'] }])

  await press('Delete van')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete “van”?' }))
  expect(dialog.getByText(/^“Default” and “Reefer” use it/)).toBeTruthy()
  expect(deleteSnippet).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))

  await waitFor(() => expect(screen.queryByText('53 ft Van')).toBeNull())
  expect(deleteSnippet).toHaveBeenCalledExactlyOnceWith({ params: { name: 'van' } })
})

test('at the limit, no snippet can be added', async () => {
  show(Array.from({ length: maxSnippets }, (_, index) => ({ ...van, name: `van-${index}` })))

  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Add a snippet' })).disabled).toBe(true)
  expect(screen.getByText('20 of 20')).toBeTruthy()
})
