import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { createDb, createPool } from '../db/db.ts'
import { migrations } from '../db/migrate.ts'
import { problemError, rawRequest } from '../testing/raw-request.ts'
import { portOf, rawHttp } from '../testing/raw-socket.ts'
import { freePort } from '../testing/spawned-product.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const ask = (url: string, { app: asked } = app) => rawRequest(asked, { method: 'GET', url })

test('[P01] a working server is healthy and ready, and reveals nothing else', async () => {
  const { version } = await import('../../package.json', { with: { type: 'json' } }).then((json) => json.default)
  for (const url of ['/healthz', '/readyz', '/nothing', '/templates', '/auth/v2/tokenLink']) {
    const answer = await ask(url)

    expect(Object.keys(answer.headers)).not.toContain('server')
    expect(Object.keys(answer.headers)).not.toContain('x-powered-by')
    expect(`${answer.text} ${JSON.stringify({ ...answer.headers, date: '' })}`.includes(version)).toBe(false)
    expect(`${answer.text} ${JSON.stringify(answer.headers)}`).not.toMatch(/fastify|node\b|postgres/i)
  }

  expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  expect(await ask('/readyz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
})

test('[P01] without its database it is alive and not ready', async () => {
  const pool = createPool({ host: '127.0.0.1', port: 1, database: 'gone' })
  const stranded = await testApp({ change: (deps) => ({ ...deps, db: createDb(pool) }) })

  expect(await ask('/healthz', stranded)).toMatchObject({ status: 200 })
  const readiness = await ask('/readyz', stranded)
  expect(readiness.status).toBe(503)
  expect(problemError(readiness)).toBeUndefined()
  expect(readiness.headers).toHaveProperty('retry-after')
  await pool.end()
})

test('[P01] HEAD is answered like GET', async () => {
  for (const url of ['/healthz', '/readyz'])
    expect(await rawHttp(app.app, 'HEAD', url)).toMatchObject({ status: 200, text: '' })
})

/** Builds the app on a database behind a proxy, which `onQuery` may cut or stop instead of forwarding. */
async function behindProxy(onQuery: (text: string, client: Socket) => 'forward' | 'drop') {
  const { connection } = await emptyDb()
  const { host = '', port = 0 } = connection
  const sockets: Socket[] = []
  const proxy = createServer((client) => {
    const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    sockets.push(client, server)
    for (const socket of [client, server]) socket.on('error', () => {})
    server.pipe(client)
    client.on('data', (bytes) => onQuery(bytes.toString('latin1'), client) === 'forward' && server.write(bytes))
    client.on('close', () => server.destroy())
  })
  const proxyPort = await freePort()
  await once(proxy.listen(proxyPort, '127.0.0.1'), 'listening')
  const pool = createPool({ ...connection, host: '127.0.0.1', port: proxyPort })
  const proxied = await testApp({ change: (deps) => ({ ...deps, db: createDb(pool) }) })
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    proxy.close()
    await pool.end()
  }
  return { ...proxied, stop }
}

test('[P01] with a database that hangs it is not ready within three seconds, and uses one connection', async () => {
  let isHanging = false
  const waiting = new Set<Socket>()
  const hanging = await behindProxy((_text, client) => {
    if (!isHanging) return 'forward'
    waiting.add(client)
    return 'drop'
  })
  expect(await ask('/readyz', hanging)).toMatchObject({ status: 200 })

  isHanging = true
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('/readyz', hanging)))

  for (const { status, ms } of answers) {
    expect(status).toBe(503)
    expect(ms).toBeLessThan(3_000)
  }
  expect(waiting.size).toBe(1)
  expect(await ask('/healthz', hanging)).toMatchObject({ status: 200 })
  await hanging.stop()
})

test('[P01] with a full disk it is alive and not ready', async () => {
  const full = await testApp({ change: (deps) => ({ ...deps, isDiskFull: async () => true }) })

  expect(await ask('/healthz', full)).toMatchObject({ status: 200 })
  const readiness = await ask('/readyz', full)
  expect(readiness).toMatchObject({ status: 503, text: expect.stringContaining('The disk is full.') })
  expect(problemError(readiness)).toBeUndefined()
})

test('a database connection that is cut at the commit is answered with 503', async () => {
  let commits = 0
  const cut = await behindProxy((text, client) => {
    if (!/\bcommit\b/i.test(text)) return 'forward'
    commits++
    client.destroy()
    return 'drop'
  })

  const answer = await rawRequest(cut.app, {
    method: 'POST',
    url: '/auth/v2/tokenLink',
    payload: JSON.stringify({ email: 'maria@redbud.example' }),
  })

  expect(commits).toBe(1)
  expect(answer).toMatchObject({ status: 503, text: expect.not.stringContaining('Nothing was changed') })
  expect(problemError(answer)).toBeUndefined()
  await cut.stop()
})

test('[P01] [K09] it is not ready while a migration is missing, or unknown and not made for it', async () => {
  const { pool } = app
  const last = migrations.at(-1)?.name
  const { rows } = await pool.query('delete from migration where name = $1 returning *', [last])

  expect(await ask('/readyz')).toMatchObject({ status: 503 })
  expect(await ask('/healthz')).toMatchObject({ status: 200 })

  await pool.query('insert into migration select * from jsonb_populate_record(null::migration, $1)', [
    JSON.stringify(rows[0]),
  ])
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  await pool.query("insert into migration (name, checksum) values ('999-later.sql', 'x')")
  expect(await ask('/readyz')).toMatchObject({ status: 503 })
  await pool.query("update migration set keeps_earlier = true where name = '999-later.sql'")
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
  await pool.query("delete from migration where name = '999-later.sql'")
})

test('[P01] it is not ready while an email has been due for more than 15 minutes', async () => {
  await app.as().signIn.requestLink({ body: { email: `${randomUUID()}@a.example` } })
  expect(await ask('/readyz')).toMatchObject({ status: 200 })

  app.clock.advance(15 * 60_000 + 2_000)
  expect(await ask('/readyz')).toMatchObject({ status: 503 })
  expect(await ask('/healthz')).toMatchObject({ status: 200 })

  await app.runDueJobs()
  expect(await ask('/readyz')).toMatchObject({ status: 200 })
})

test('[P01] while stopping it is not ready, and still serves open connections', async () => {
  const stopping = await testApp()
  const held = Promise.withResolvers<void>()
  stopping.app.addHook('preClose', () => held.promise)
  const base = `http://127.0.0.1:${await portOf(stopping.app)}`
  expect((await fetch(`${base}/readyz`)).status).toBe(200)

  const closed = stopping.app.close()
  const [readiness, health] = await Promise.all([fetch(`${base}/readyz`), fetch(`${base}/healthz`)])
  held.resolve()
  await closed

  expect(readiness.status).toBe(503)
  expect(await readiness.json()).toMatchObject({ code: 'unavailable', detail: 'Shutting down.' })
  expect(health.status).toBe(200)
})

test('during a stop an open connection gets one more answer, which says that it ends', async () => {
  const stopping = await testApp({ change: (deps) => ({ ...deps, drainMs: 10_000 }) })
  const port = await portOf(stopping.app)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const askOnce = async (path: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    get({ host: '127.0.0.1', port, path, agent }, resolve).on('error', reject)
    const response = await promise
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
  expect(await askOnce('/healthz')).toEqual({ status: 200, connection: 'keep-alive' })
  const begun = performance.now()
  const closed = stopping.app.close()
  await new Promise((resolve) => setImmediate(resolve))

  expect(await askOnce('/readyz')).toEqual({ status: 503, connection: 'close' })
  await closed
  expect(performance.now() - begun).toBeLessThan(5_000)
  agent.destroy()
})
