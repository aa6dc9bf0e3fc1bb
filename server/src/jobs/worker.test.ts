import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorkers } from './worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a worker that counts its claims. */
function countingWorkers() {
  const claims: Record<string, number> = {}
  const kinds = ['email relay', 'sign-in-email'].map((kind) => ({
    kind,
    concurrency: 1,
    async claim() {
      claims[kind] = (claims[kind] ?? 0) + 1
      return { jobs: [], examined: 0 }
    },
    renew: async () => {},
  }))
  return { claims, workers: startWorkers(pino({ level: 'silent' }), kinds) }
}

test('a worker woken for a time looks for jobs of that kind then, and not before', async () => {
  vi.setSystemTime(0)
  const { claims, workers } = countingWorkers()
  for (let job = 0; job < 20; job++) workers.wake('email relay', new Date(480))

  await vi.advanceTimersByTimeAsync(479)
  expect(claims).toEqual({ 'email relay': 1, 'sign-in-email': 1 })
  await vi.advanceTimersByTimeAsync(200)
  expect(claims).toEqual({ 'email relay': 2, 'sign-in-email': 1 })

  await workers.stop()
})

test('a worker woken without a time looks for jobs at once', async () => {
  const { claims, workers } = countingWorkers()

  workers.wake('sign-in-email')
  await vi.advanceTimersByTimeAsync(10)

  expect(claims).toEqual({ 'email relay': 1, 'sign-in-email': 2 })
  await workers.stop()
})

test('a job that takes long is told when the workers stop, and is waited for', async () => {
  let hasEnded = false
  const jobs = [
    {
      id: 'long',
      claims: 1,
      group: '',
      run: (stopping?: AbortSignal) =>
        new Promise<void>((resolve) =>
          stopping?.addEventListener('abort', () => {
            hasEnded = true
            resolve()
          }),
        ),
    },
  ]
  const claim = async () => ({ jobs: jobs.splice(0), examined: 0 })
  const workers = startWorkers(pino({ level: 'silent' }), [
    { kind: 'account-export', concurrency: 1, claim, renew: async () => {} },
  ])
  await vi.advanceTimersByTimeAsync(10)
  expect(hasEnded).toBe(false)

  await workers.stop()

  expect(hasEnded).toBe(true)
})

test('a worker renews the leases of all that it runs every five seconds until they end', async () => {
  const renewed: string[][] = []
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const jobs = ['one', 'two'].map((id) => ({ id, claims: 3, group: '', run: () => ended }))
  const claim = async () => ({ jobs: jobs.splice(0), examined: 0 })
  const renew = async (inFlight: readonly { id: string; claims: number }[]) => {
    renewed.push(inFlight.map(({ id, claims }) => `${id} ${claims}`))
    throw new Error('the database is away') // the next renewal is tried all the same
  }
  const workers = startWorkers(pino({ level: 'silent' }), [{ kind: 'email relay', concurrency: 9, claim, renew }])

  await vi.advanceTimersByTimeAsync(11_000)
  const stopped = workers.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(renewed).toEqual([
    ['one 3', 'two 3'],
    ['one 3', 'two 3'],
    ['one 3', 'two 3'],
  ])
  end()
  await stopped
  await vi.advanceTimersByTimeAsync(20_000)

  expect(renewed).toHaveLength(3)
})
