import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient, refreshFeatures } from './query-client.ts'

/** An observed query of mailboxes, whose fetches a test answers one by one. */
function openMailboxes() {
  const client = createQueryClient()
  const answers: ((data: string) => void)[] = []
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['mailboxes'], queryFn })
  observer.subscribe(() => {})
  return { client, answers, shown: () => observer.getCurrentResult().data }
}

test('data that was asked for before a change, and came after it, is fetched again', async () => {
  const { client, answers, shown } = openMailboxes()
  refreshFeatures(client, { features: ['mailboxes'] })
  answers[0]?.('none')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('one')
  await expect.poll(shown).toBe('one')
})

test('data on the screen is fetched once after a change', async () => {
  const { client, answers, shown } = openMailboxes()
  answers[0]?.('none')
  await expect.poll(shown).toBe('none')
  refreshFeatures(client, { features: ['mailboxes', 'account'] })
  answers[1]?.('one')
  await expect.poll(shown).toBe('one')
  expect(answers).toHaveLength(2)
})
