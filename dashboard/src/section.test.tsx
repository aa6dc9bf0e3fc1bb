import { useSuspenseQuery } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Section } from './section.tsx'
import { renderScreen } from './testing/render.tsx'
import { lazyPart } from './ui/lazy-part.tsx'
import { Toaster } from './ui/toaster.tsx'

const Answer = ({ queryFn }: { queryFn: () => Promise<string> }) =>
  useSuspenseQuery({ queryKey: ['answer'], queryFn }).data

async function millisecondsToShow(): Promise<number> {
  const answer = Promise.withResolvers<string>()
  renderScreen(
    <Section what="the answer" skeleton="Loading...">
      <Answer queryFn={() => answer.promise} />
    </Section>,
    {},
  )
  await screen.findByText('Loading...')
  const answeredAt = performance.now()
  answer.resolve('Dallas, TX')
  await screen.findByText('Dallas, TX')
  cleanup()
  return performance.now() - answeredAt
}

test('content replaces its skeleton as soon as its answer is there', async () => {
  const times: number[] = []
  for (let round = 0; round < 5; round++) times.push(await millisecondsToShow())

  expect(Math.min(...times)).toBeLessThan(150) // React alone waits 300 ms
})

test('a part shows its skeleton until its code is loaded, and is then there at once', async () => {
  const code = Promise.withResolvers<() => string>()
  const Part = lazyPart(() => code.promise, 'Loading the part...')
  renderScreen(<Part />, {})
  await screen.findByText('Loading the part...')
  code.resolve(() => 'Here')
  await screen.findByText('Here')
  cleanup()

  renderScreen(<Part />, {})

  expect(screen.getByText('Here')).toBeTruthy()
})

test('a part whose code fails to load offers a reload, is tried again, and what is typed stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let attempts = 0
  const Part = lazyPart(async () => {
    attempts++
    if (attempts < 3) throw new TypeError('Failed to fetch dynamically imported module')
    return () => 'Here'
  })
  renderScreen(
    <Section what="the form" skeleton="Loading...">
      <input aria-label="Note" />
      <Part />
      <Toaster />
    </Section>,
    {},
  )
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).type(screen.getByLabelText('Note'), 'Dock 4')
  expect(await screen.findByText(/Part of this page didn't load/)).toBeTruthy()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole('button', { name: 'Reload' }))
  expect(reload).toHaveBeenCalledOnce()

  await vi.advanceTimersByTimeAsync(6_000)
  vi.useRealTimers()

  expect(await screen.findByText('Here')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Dock 4')
})
