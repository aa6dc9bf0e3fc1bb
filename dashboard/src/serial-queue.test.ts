import { expect, test } from 'vitest'
import { createSerialQueue } from './serial-queue.ts'

test('a task starts once the one before it has ended, also after a failure', async () => {
  const inTurn = createSerialQueue()
  const order: string[] = []
  const task = (name: string, fails: boolean) => async () => {
    order.push(`${name} starts`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (fails) throw new Error(name)
    return name
  }

  const answers = await Promise.allSettled([inTurn(task('one', true)), inTurn(task('two', false))])

  expect(order).toEqual(['one starts', 'one ends', 'two starts', 'two ends'])
  expect(answers).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'two' }])
})
