import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { renderScreen } from './testing/render.tsx'
import { choiceOf, searchText, useUrlFilter } from './use-url-filter.ts'

const schema = z.object({ search: searchText, state: choiceOf(['sent', 'failed']) })

function TwoChanges() {
  const { filter, setFilter } = useUrlFilter(schema)
  const change = () => {
    setFilter({ search: 'joliet' })
    setFilter({ state: 'sent' })
  }
  return (
    <>
      <p>{`${filter.search} ${filter.state}`}</p>
      <button type="button" onClick={change}>
        Change
      </button>
    </>
  )
}

test('a change right after another keeps both', async () => {
  const { address } = renderScreen(<TwoChanges />, {})

  await userEvent.click(screen.getByRole('button', { name: 'Change' }))

  expect(await screen.findByText('joliet sent')).toBeTruthy()
  expect(address()).toBe('/?search=joliet&state=sent')
})
