import { expect, test } from 'vitest'
import { createAdmission, type RequestClass, watchLoop } from './admission.ts'

/** An admission whose queue the test fills. */
function start({ isNew = false } = {}) {
  const queue = { calls: 0 }
  const admission = createAdmission(() => queue.calls)
  const look = (times: number, lateMs = 0, workingShare = 1) => {
    for (let count = 0; count < times; count++) admission.look(lateMs, workingShare)
  }
  const admitted = () =>
    (['page', 'read', 'change'] satisfies RequestClass[]).filter((requestClass) => admission.admits(requestClass))
  if (!isNew) look(200)
  return { queue, admission, look, admitted }
}

test('[O01] a burst that the queue holds is admitted whole', () => {
  const { queue, look, admitted } = start()
  queue.calls = 128
  look(4)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] a queue that stands sheds pages first, then reads, and changes last', () => {
  const { queue, look, admitted, admission } = start()
  queue.calls = 21
  look(4)
  expect(admission.isOverloaded()).toBe(false)
  look(1)
  expect(admission.isOverloaded()).toBe(true)

  queue.calls = 4
  expect(admitted()).toEqual(['page', 'read', 'change'])
  queue.calls = 5
  expect(admitted()).toEqual(['read', 'change'])
  queue.calls = 9
  expect(admitted()).toEqual(['change'])
  queue.calls = 33
  expect(admitted()).toEqual([])
})

test('[O01] what waited for a restart is a burst for a second', () => {
  const { queue, look, admission } = start({ isNew: true })
  queue.calls = 21
  look(19)
  expect(admission.isOverloaded()).toBe(false)
  look(1)
  expect(admission.isOverloaded()).toBe(true)
})

test('[O01] the first ten seconds end as soon for a loop that is late', () => {
  const { queue, look, admission } = start({ isNew: true })
  look(20, 450, 0.5) // which others keep from the processor
  look(1)
  queue.calls = 21
  look(5)

  expect(admission.isOverloaded()).toBe(true)
})

test('[O01] the queue is bounded also in a burst', () => {
  const { queue, admitted } = start()
  queue.calls = 129
  expect(admitted()).toEqual(['read', 'change'])
  queue.calls = 193
  expect(admitted()).toEqual(['change'])
  queue.calls = 513
  expect(admitted()).toEqual([])
})

test('[O01] an event loop without a pause sheds by how late it is', () => {
  const { look, admitted } = start()
  look(20, 1_001)
  expect(admitted()).toEqual([])
  look(2, 301)
  expect(admitted()).toEqual(['change'])
  look(2, 151)
  expect(admitted()).toEqual(['read', 'change'])
  look(1, 10)
  expect(admitted()).toEqual(['page', 'read', 'change'])
  look(1, 5_000)
  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] one turn that took long sheds nothing', () => {
  const { look, admitted } = start()
  look(1, 5_000)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] a loop that only waits for its turn of the processor is not taken for busy', async () => {
  const shares: number[] = []
  const stop = watchLoop({ look: (_lateMs, workingShare) => void shares.push(workingShare) })
  await expect.poll(() => shares.length, { timeout: 60_000 }).toBeGreaterThan(2)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  const before = shares.length
  await expect.poll(() => shares.length, { timeout: 60_000 }).toBeGreaterThan(before)
  stop()

  expect(shares[before]).toBeLessThan(0.9)
})

test('[O01] a loop that is late because others use the processor sheds nothing', () => {
  const { look, admitted } = start()
  look(40, 5_000, 0.8)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] two seconds without a refusal end an overload', () => {
  const { queue, look, admitted, admission } = start()
  queue.calls = 600
  look(5)
  expect(admitted()).toEqual([])
  queue.calls = 0

  look(40)
  expect(admission.isOverloaded()).toBe(true)
  look(1)

  expect(admission.isOverloaded()).toBe(false)
})
