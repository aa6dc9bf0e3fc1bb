import { Problem } from '@loadping/contract/wire/problem'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderScreen } from './testing/render.tsx'
import { useUndoableChange } from './use-undoable-change.ts'

function show({
  change,
  undo,
}: {
  change: (name: string) => Promise<string>
  undo: (answer: string) => Promise<void>
}) {
  function Changes() {
    const changing = useUndoableChange({
      mutationKey: ['trucks', 'test'],
      meta: { features: [] },
      mutationFn: change,
      undoFn: undo,
      tell: (answer) => ({ text: `${answer} changed`, canUndo: answer !== 'nothing' }),
      tellUndone: (answer) => ({ text: `${answer} is back` }),
    })
    return (
      <>
        {['one', 'two', 'nothing'].map((name) => (
          <button key={name} type="button" onClick={() => changing.mutate(name)}>
            {name}
          </button>
        ))}
        <button type="button" onClick={changing.undo}>
          Undo by key
        </button>
      </>
    )
  }
  renderScreen(<Changes />, {})
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('undo reverses the newest change that is left, each once', async () => {
  const undo = vi.fn(async (_answer: string) => {})
  show({ change: async (name) => name, undo })

  await press('one')
  await press('two')
  await screen.findByText('two changed')
  await press('Undo by key')
  await screen.findByText('two is back')
  await press('Undo by key')
  await screen.findByText('one is back')
  await press('Undo by key')

  expect(undo.mock.calls.map(([answer]) => answer)).toEqual(['two', 'one'])
})

test('a change that is not answered yet is undone once it is', async () => {
  const answered = Promise.withResolvers<string>()
  const undo = vi.fn(async () => {})
  show({ change: () => answered.promise, undo })

  await press('one')
  await press('Undo by key')
  expect(undo).not.toHaveBeenCalled()
  answered.resolve('one')

  await screen.findByText('one is back')
})

test('nothing to undo is no step, and neither is a change that failed', async () => {
  const undo = vi.fn(async () => {})
  show({
    change: async (name) => {
      if (name === 'two') throw new Problem('not-allowed', 'No')
      return name
    },
    undo,
  })

  await press('nothing')
  await screen.findByText('nothing changed')
  await press('two')
  await screen.findByText('No')
  await press('Undo by key')

  expect(undo).not.toHaveBeenCalled()
})

test('an undo without a response can be repeated from its toast', async () => {
  const undo = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Problem('unavailable', 'Not reached'))
  show({ change: async (name) => name, undo })

  await press('one')
  await screen.findByText('one changed')
  await press('Undo by key')
  const failure = await screen.findByText('Not reached')
  const repeat = failure.parentElement?.querySelector('button')
  expect(repeat?.textContent).toBe('Undo')
  if (repeat) await userEvent.click(repeat)

  await screen.findByText('one is back')
  expect(undo).toHaveBeenCalledTimes(2)
})
