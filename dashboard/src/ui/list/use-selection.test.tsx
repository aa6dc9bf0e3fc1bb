import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useSelection } from './use-selection.ts'

const all = ['a', 'b', 'c', 'd'].map((id) => ({ id }))

function List() {
  const [rows, setRows] = useState(all)
  const selection = useSelection(rows)
  return (
    <>
      <output>{`${selection.rows.map(({ id }) => id).join('')} ${selection.state}`}</output>
      {rows.map(({ id }) => (
        <button key={id} type="button" onClick={(event) => selection.toggle(id, event.shiftKey)}>
          {id}
        </button>
      ))}
      <button type="button" onClick={selection.toggleAll}>
        All
      </button>
      <button type="button" onClick={() => setRows(all.slice(0, 2))}>
        Filter
      </button>
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const selected = () => screen.getByRole('status').textContent

test('a range reaches from the row that was toggled last', async () => {
  render(<List />)

  await press('b')
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'd' }))

  expect(selected()).toBe('bcd mixed')
})

test('a row that a filter hides is not selected, and all means those shown', async () => {
  render(<List />)

  await press('b')
  await press('d')
  await press('Filter')
  expect(selected()).toBe('b mixed')
  await press('All')
  expect(selected()).toBe('ab true')
  await press('All')
  expect(selected()).toBe(' false')
})
