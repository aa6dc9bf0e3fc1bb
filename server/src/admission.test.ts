import { expect, test } from 'vitest'
import { createAdmission, type RequestClass } from './admission.ts'

/** An admission whose queue the test fills. */
function start() {
  const queue = { waiting: 0 }
  const admission = createAdmission(() => queue.waiting)
  const look = (times: number, lateMs = 0, workingShare = 1) => {
    for (let count = 0; count < times; count++) admission.look(lateMs, workingShare)
  }
  const admitted = () =>
    (['page', 'read', 'change'] satisfies RequestClass[]).filter((requestClass) => admission.admits(requestClass))
  return { queue, admission, look, admitted }
}

test('[O01] a burst that the queue holds is admitted whole', () => {
  const { queue, look, admitted } = start()
  look(20)
  queue.waiting = 32
  look(4)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] a queue that stands sheds pages first, then reads, and changes last', () => {
  const { queue, look, admitted, admission } = start()
  queue.waiting = 17
  look(5)
  expect(admission.isOverloaded()).toBe(true)

  queue.waiting = 2
  expect(admitted()).toEqual(['page', 'read', 'change'])
  queue.waiting = 3
  expect(admitted()).toEqual(['read', 'change'])
  queue.waiting = 9
  expect(admitted()).toEqual(['change'])
  queue.waiting = 33
  expect(admitted()).toEqual([])
})

test('[O01] the queue is bounded also in a burst', () => {
  const { queue, admitted } = start()
  queue.waiting = 33
  expect(admitted()).toEqual(['read', 'change'])
  queue.waiting = 65
  expect(admitted()).toEqual(['change'])
  queue.waiting = 257
  expect(admitted()).toEqual([])
})

test('[O01] an event loop without a pause sheds by how late it is', () => {
  const { look, admitted } = start()
  look(5, 151)
  expect(admitted()).toEqual([])
  look(1, 101)
  expect(admitted()).toEqual(['change'])
  look(1, 51)
  expect(admitted()).toEqual(['read', 'change'])
  look(1, 10)
  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] one turn that took long sheds nothing', () => {
  const { look, admitted } = start()
  look(4)
  look(1, 900)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] a loop that is late because others use the processor sheds nothing', () => {
  const { look, admitted } = start()
  look(9, 400, 0.8)

  expect(admitted()).toEqual(['page', 'read', 'change'])
})

test('[O01] two seconds without a refusal end an overload', () => {
  const { queue, look, admitted, admission } = start()
  queue.waiting = 300
  look(5)
  expect(admitted()).toEqual([])
  queue.waiting = 0

  look(40)
  expect(admission.isOverloaded()).toBe(true)
  look(1)

  expect(admission.isOverloaded()).toBe(false)
})
