import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
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
  /** Runs a request, which ends when the test says so. */
  const run = (requestClass: RequestClass) => {
    const request = { isStarted: false, end: () => {}, fail: () => {} }
    const work = () =>
      new Promise<void>((resolve, reject) => {
        request.isStarted = true
        request.end = resolve
        request.fail = () => reject(new Error('failed'))
      })
    void admission.run(requestClass, work).catch(() => {})
    return request
  }
  if (!isNew) look(200)
  return { queue, admission, look, run, admitted }
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

test('[O01] in a burst pages and reads wait, and changes do not', () => {
  const { queue, run } = start()
  queue.calls = 5
  expect(run('page').isStarted).toBe(true)
  queue.calls = 6

  expect(run('page').isStarted).toBe(false)
  expect(run('read').isStarted).toBe(false)
  expect(run('change').isStarted).toBe(true)
})

test('[O01] waiting pages start in order, one as a request ends, or as many as are free', async () => {
  const { queue, run, look } = start()
  const change = run('change')
  const other = run('change')
  queue.calls = 6
  const pages = [1, 2, 3, 4].map(() => run('page'))
  const started = async () => {
    await setImmediate()
    return pages.map(({ isStarted }) => isStarted)
  }
  change.end()
  look(1)
  expect(await started()).toEqual([false, false, false, false])

  queue.calls = 3
  other.fail()
  expect(await started()).toEqual([true, false, false, false])
  queue.calls = 4
  look(1)
  expect(await started()).toEqual([true, true, true, false])
})

test('[O01] a burst whose calls end meanwhile starts without a look, and none passes another', async () => {
  const { queue, run } = start()
  queue.calls = 6
  const pages = [run('page'), run('page'), run('page')]
  queue.calls = 0
  const last = run('page')
  await setImmediate()

  expect(pages.map(({ isStarted }) => isStarted)).toEqual([true, false, false])
  expect(last.isStarted).toBe(false)
  pages[0]?.end()
  await setImmediate()
  expect(pages.map(({ isStarted }) => isStarted)).toEqual([true, true, false])
})

test('[O01] a page waits half a second at most, and none waits for long calls', async () => {
  const { queue, run, look } = start()
  queue.calls = 12
  const first = run('page')
  look(9)
  const second = run('page')
  await setImmediate()
  expect(first.isStarted).toBe(false)
  look(1)
  await setImmediate()
  expect([first.isStarted, second.isStarted]).toEqual([true, true])

  expect(run('page').isStarted).toBe(true)
  queue.calls = 5
  look(1)
  queue.calls = 6
  expect(run('page').isStarted).toBe(false)
})

test('[O01] half a second is one by a loop that is late, too', async () => {
  const { queue, run, look } = start()
  queue.calls = 6
  const page = run('page')
  look(1, 450)
  await setImmediate()

  expect(page.isStarted).toBe(true)
})

test('[O01] pages behind twelve long calls are no overload', () => {
  const { queue, run, look, admission } = start()
  queue.calls = 12
  for (let count = 0; count < 40; count++) {
    run('page')
    look(1)
    expect(admission.isOverloaded()).toBe(false)
  }
})

test('[O01] pages that wait count for the queue, and are answered although it is overloaded', async () => {
  const { queue, run, look, admission } = start()
  queue.calls = 6
  const pages = Array.from({ length: 15 }, () => run('page'))
  look(5)
  expect(admission.isOverloaded()).toBe(true)
  queue.calls = 0
  expect(admission.admits('page')).toBe(false) // which would pass those that wait
  expect(admission.admits('change')).toBe(true)

  look(3)
  await setImmediate()
  expect(pages.map(({ isStarted }) => isStarted)).toEqual(pages.map(() => true))
  expect(admission.admits('page')).toBe(true)
})

test('[O01] in overload what is admitted does not wait', () => {
  const { queue, run, look } = start()
  queue.calls = 21
  look(5)
  queue.calls = 8

  expect(run('read').isStarted).toBe(true)
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

test('[O01] the pages that wait are bounded, and no change is refused for them', () => {
  const { queue, run, admitted } = start()
  queue.calls = 20
  for (let count = 0; count < 108; count++) run('page')
  expect(admitted()).toEqual(['page', 'read', 'change'])

  run('page')
  expect(admitted()).toEqual(['read', 'change'])
  queue.calls = 512
  expect(admitted()).toEqual(['change'])
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

test('[P10] each request tells how long it waited before the database, most of them not at all', async () => {
  let calls = 0
  const waited: number[] = []
  const admission = createAdmission(
    () => calls,
    (seconds) => waited.push(seconds),
  )
  const run = () => admission.run('page', async () => {})
  await run()
  calls = 6
  const waiting = run()
  await sleep(50)
  calls = 0
  admission.look(0, 1)
  await waiting

  expect(waited).toEqual([expect.closeTo(0, 1), expect.any(Number)])
  expect(waited[1]).toBeGreaterThan(0.04)
})
