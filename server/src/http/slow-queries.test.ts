import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { problemError, rawRequest } from '../testing/raw-request.ts'
import { portOf } from '../testing/raw-socket.ts'
import { testApp } from '../testing/test-app.ts'

test('[K07] every connection ends a long query and an idle transaction', async () => {
  const { pool } = await testApp()
  const clients: PoolClient[] = await Promise.all(Array.from({ length: 16 }, () => pool.connect()))

  const limits = await Promise.all(
    clients.map(async (client) => {
      const { rows } = await client.query(
        "select name, setting::int as ms from pg_settings where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name",
      )
      return rows
    }),
  )
  for (const client of clients) client.release()

  expect(pool.totalCount).toBe(16)
  for (const rows of limits) {
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 10_000 },
      { name: 'statement_timeout', ms: 10_000 },
    ])
  }
})

test('[K07] long queries end with 503 within their limit, and the health check keeps responding', async () => {
  const { app, pool } = await testApp({ isPatient: false })
  app.get('/sleep', async () => (await pool.query('select pg_sleep(30)')).rows)
  const base = `http://127.0.0.1:${await portOf(app)}`
  let areAsleep = true
  const begun = performance.now()

  const sleepers = Promise.all(
    Array.from({ length: 40 }, () => rawRequest(app, { method: 'GET', url: '/sleep' })),
  ).finally(() => {
    areAsleep = false
  })
  const times: number[] = []
  while (areAsleep) {
    const asked = performance.now()
    expect((await fetch(`${base}/healthz`)).status).toBe(200)
    times.push(performance.now() - asked)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const answers = await sleepers

  const p99 = times.sort((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(problemError(answer)).toBeUndefined()
  }
  expect(performance.now() - begun).toBeLessThan(15_000)
  expect(times.length).toBeGreaterThan(100)
  expect(p99, `the health check took ${p99.toFixed(1)} ms at the 99th percentile`).toBeLessThan(500)
})
