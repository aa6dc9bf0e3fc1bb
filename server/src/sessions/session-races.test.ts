import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '../keys.ts'
import { goalSize } from '../testing/goal-size.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let port = 0
beforeAll(async () => {
  app = await testApp({ max: 20 })
  port = Number(new URL(await app.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

const refresh = (pair: { accessToken: string; refreshToken: string }) =>
  app.as(pair.accessToken).signIn.refresh({ query: { refreshToken: pair.refreshToken } })

const families = goalSize({ full: 500, tenth: 50, quick: 5 })

test(`[G11] [S03] twenty tabs refreshing at once get one and the same pair, in each of ${families} sessions`, async () => {
  for (let family = 0; family < families; family++) {
    const user = await app.signUp()

    const pairs = await Promise.all(Array.from({ length: 20 }, () => refresh(user)))

    expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1)
    const [pair] = pairs
    expect(pair && (await app.as(pair.accessToken).account.getMe())).toMatchObject({ email: user.email })
    expect(pair && (await refresh(pair))).toHaveProperty('refreshToken')
  }
})

const theftRounds = goalSize({ full: 1_000, tenth: 100, quick: 20 })

test(`[G11] [S04] a stolen token used after a refresh ends the session at once, ${theftRounds} times`, async () => {
  for (let theft = 0; theft < theftRounds; theft++) {
    const owner = await app.signUp()
    const stolen = owner.refreshToken
    const second = await refresh(owner)
    const third = await refresh(second)
    const before = app.log.length

    // The token before the last one at once, or the last one after its 30 seconds of grace.
    if (theft % 2 === 0)
      await expect(refresh({ ...owner, refreshToken: stolen })).rejects.toMatchObject({ code: 'not-signed-in' })
    else {
      app.clock.advance(31_000)
      await expect(refresh(second)).rejects.toMatchObject({ code: 'not-signed-in' })
    }

    await expect(refresh(third)).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(app.as(third.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
    expect(app.log.slice(before)).toContainEqual(
      expect.objectContaining({ level: 40, userId: owner.userId, msg: expect.stringContaining('reused') }),
    )
  }
})

/** Starts a proxy that closes the connection at the first byte of every response, after the server has committed. */
async function cuttingProxy(): Promise<{ port: number; close: () => void }> {
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) open.add(socket).add(socket.on('error', () => {}))
    client.pipe(upstream)
    upstream.once('data', () => {
      client.resetAndDestroy()
      upstream.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { port: typeof address === 'object' && address ? address.port : 0, close }
}

const cutRounds = goalSize({ full: 1_000, tenth: 100, quick: 20 })
let proxy: Awaited<ReturnType<typeof cuttingProxy>> | undefined
afterAll(() => proxy?.close())

test(`[S05] a client that lost the response refreshes again and continues, ${cutRounds} times`, async () => {
  proxy = await cuttingProxy()
  const user = await app.signUp()
  let pair = { accessToken: user.accessToken, refreshToken: user.refreshToken }

  for (let cut = 0; cut < cutRounds; cut++) {
    const lost = await fetch(`http://127.0.0.1:${proxy.port}/auth/refresh?refreshToken=${pair.refreshToken}`, {
      headers: { authorization: `Bearer ${pair.accessToken}` },
    }).catch(() => undefined)
    expect(lost).toBeUndefined()
    const { rows } = await app.pool.query('select previous_token_hash from session where user_id = $1', [user.userId])
    expect(rows).toEqual([{ previous_token_hash: hashToken(pair.refreshToken) }]) // only the response was lost

    pair = await refresh(pair)
  }

  expect(await app.as(pair.accessToken).account.getMe()).toMatchObject({ email: user.email })
  const { rows } = await app.pool.query(
    'select rotated_at is not null as rotated, revoked_at from session where user_id = $1',
    [user.userId],
  )
  expect(rows).toEqual([{ rotated: true, revoked_at: null }])
})

test('[S08] an extension that redeems its code while the dashboard logs out is signed out too', async () => {
  let redeemed = 0
  for (let round = 0; round < 30 || (redeemed < 5 && round < 300); round++) {
    const user = await app.signUp()
    const { extensionToken: code } = await user.account.getMe()

    const logOut = () => (round % 2 === 0 ? user.signIn.logout() : user.sessions.endAllSessions())
    const [traded] = await Promise.allSettled([
      app.as().extension.openSession({ body: { code: code ?? '' } }),
      sleep(round % 10).then(logOut), // so that either may be the first
    ])

    if (traded.status === 'rejected') continue
    redeemed++
    await expect(app.as(traded.value.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(refresh(traded.value)).rejects.toMatchObject({ code: 'not-signed-in' })
  }
  expect(redeemed).toBeGreaterThanOrEqual(5) // otherwise no code was redeemed in time to be tested
})
