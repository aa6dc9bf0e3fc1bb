import { beforeAll, describe, expect, test } from 'vitest'
import { goalSize, noteFigures } from '../server/src/testing/goal-size.ts'
import { measureOverload, measureSoak } from './overload.ts'

const seconds = goalSize({ full: 60, tenth: 6, quick: 3 })
const clients = goalSize({ full: 200, tenth: 100, quick: 40 })

describe('overload', () => {
  let measured: Awaited<ReturnType<typeof measureOverload>>
  beforeAll(
    async () => {
      measured = await measureOverload({ seconds, clients })
    },
    300_000 + seconds * 10_000,
  )

  test(`[G9] ${clients} clients for ${seconds} s lose no email, send none twice and hear of health`, () => {
    const { runs, emails } = measured
    for (const { situation, perSecond, sends, pages, refusedP99Ms, healthP99Ms } of runs)
      noteFigures({
        situation,
        perSecond,
        sendsP99Ms: sends.p99Ms,
        pagesRefused: pages.refused,
        refusedP99Ms,
        healthP99Ms,
      })
    noteFigures(emails)

    const overload = runs.find(({ situation }) => situation === 'overload')
    expect(emails).toMatchObject({ lost: 0, twice: 0 })
    expect(emails.accepted).toBeGreaterThan(0)
    expect(runs.map(({ others }) => others)).toEqual(runs.map(() => 0))
    expect(overload?.healthP99Ms).toBeLessThan(5_000) // only a hang fails
    if (clients >= 100) expect(overload?.pages.refused).toBeGreaterThan(0)
  })

  test('[G9] [O01] while all connections wait, the product refuses pages and answers health checks', () => {
    const { page, health, waited } = measured.held

    expect(page).toMatchObject({ status: 503, retryAfter: '2', text: expect.stringContaining('Too much is going on') })
    expect(health).toBe(200)
    expect(waited).toContain(200)
  })
})

const soakSeconds = goalSize({ full: 300, tenth: 20, quick: 10 })

test(`[G10] ${soakSeconds} s of a steady load fail no request, and memory and descriptors stay level`, {
  timeout: 300_000 + soakSeconds * 2_000,
}, async () => {
  const { parts, begun, ended, emails } = await measureSoak({ seconds: soakSeconds })
  const [first, last] = [parts[2], parts.at(-1)].map((part) => ({ p50Ms: part?.sends.p50Ms, p99Ms: part?.sends.p99Ms }))
  noteFigures({ perSecond: parts.at(-1)?.perSecond, sendsAtFirst: first, sendsAtLast: last, begun, ended, ...emails })

  expect(parts.map(({ others, sends, pages }) => others + sends.refused + pages.refused)).toEqual(parts.map(() => 0))
  expect(emails).toMatchObject({ lost: 0, twice: 0 })
  expect(ended.descriptors - begun.descriptors).toBeLessThan(10)
  expect(ended.memoryMb / begun.memoryMb).toBeLessThan(1.25)
})
