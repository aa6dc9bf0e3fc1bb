import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { startFaultySmtp } from '../server/src/testing/faulty-smtp.ts'
import {
  processesOf,
  type SpawnedProduct,
  sharedTempFolder,
  spawnedEnv,
  spawnProduct,
} from '../server/src/testing/spawned-product.ts'
import { runHere } from './admin/run-here.ts'

const folder = sharedTempFolder()
const data = join(folder, 'data')
let product: SpawnedProduct
beforeAll(async () => {
  product = await spawnProduct({ DATA_DIR: data })
})
afterAll(async () => {
  product.child.kill('SIGTERM')
  await product.ended
  rmSync(folder, { recursive: true, force: true })
})

const settings = () => ({ DATA_DIR: data, BASE_URL: product.address, LOG_LEVEL: 'info' })
const admin = (args: string[], env: Record<string, string> = {}) => runHere(args, { ...settings(), ...env })

const script = join(import.meta.dirname, 'admin.ts')
/** Runs a command in a process of its own, as an operator does. */
const spawnAdmin = async (args: string[]) => {
  const child = spawn(process.execPath, [script, ...args], {
    env: spawnedEnv(settings()),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const timer = setTimeout(() => child.kill('SIGKILL'), 50_000)
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(timer)
  return { status, stdout, stderr }
}

test('[D13.23] as a process it prints the result, notes the rest, and exits with its code', async () => {
  const [shown, wrong, unanswered, changed] = await Promise.all([
    spawnAdmin(['switch']),
    spawnAdmin(['usr']),
    spawnAdmin(['demo', 'remove']),
    spawnAdmin(['user', 'sign-out', 'owen@quillon.example']),
  ])

  expect(shown).toEqual({
    status: 0,
    stdout: 'sends: on\nwrites: on\n',
    stderr: `Database: embedded in ${data}, LoadPing is running\n`,
  })
  expect(wrong).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^There is no word usr\./) })
  expect(unanswered).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Add --yes to do it.') })
  expect(changed).toMatchObject({ status: 0, stdout: expect.stringMatching(/^owen@quillon\.example is signed out/) })
  expect(changed.stderr).toMatch(/"security":"administered","command":"user sign-out"/)
})

test('[D13.23] a command says which database it works on, and creates none', async () => {
  const nowhere = join(folder, 'nowhere')
  const here = await admin(['switch'])
  const there = await admin(['switch', 'sends', 'off'], { DATA_DIR: nowhere })

  expect(here).toMatchObject({ status: 0, stdout: 'sends: on\nwrites: on\n' })
  expect(here.stderr).toBe(`Database: embedded in ${data}, LoadPing is running\n`)
  expect(there).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining(`no database in ${nowhere}`) })
  expect(existsSync(nowhere)).toBe(false)
})

test('[D13.23] help lists every word, a wrong use exits with 2, and the old names work', async () => {
  const help = await admin([])
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))

  for (const word of [
    'doctor',
    'user',
    'reviewer',
    'plan',
    'billing',
    'switch',
    'queue',
    'relay',
    'suppress',
    'boards',
    'extension',
    'test-email',
    'migrate',
  ])
    expect(help.stdout).toMatch(new RegExp(`^  ${word} +\\S`, 'm'))
  for (const name of ['plan', 'boards', 'switch', 'relay', 'suppress', 'demo', 'copy-database', 'check-analytics'])
    expect(scripts[name]).toBe(`node scripts/admin.ts ${name}`)
  expect((await admin(['user', '--help'])).stdout).toContain('npm run admin -- user rename EMAIL NEW-EMAIL')
  expect(await admin(['usr'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^There is no word usr\./) })
  expect(await admin(['user', 'sign-out'])).toMatchObject({ status: 2, stderr: expect.stringMatching(/^Usage: /) })
  expect(await admin(['plan', 'show', 'a@b.test', '--all'])).toMatchObject({ status: 2, stdout: '' })
})

test('[D13.21] the queue command holds, lists and drops what waits, and asks before it ends anything', async () => {
  expect((await admin(['queue', 'hold'])).stdout).toMatch(
    /^0 inquiries and \d+ emails of the product itself are held now/,
  )
  expect((await admin(['queue', 'list', '--json'])).stdout).toMatch(/"inquiries": 0/)
  expect(await admin(['queue', 'drop'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('Add --yes'),
  })
  expect((await admin(['queue', 'release', '--yes'])).stdout).toMatch(/^0 inquiries will be sent\./)
  expect((await admin(['queue', 'drop', '--yes'])).stdout).toMatch(/0 emails of the product itself are forgotten/)
})

test('[D13.23] what cannot be undone needs a yes, and without a terminal --yes', async () => {
  expect(await admin(['demo', 'remove'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Delete every demo account with its data? Add --yes to do it.\n',
  })
  expect((await admin(['user', 'list', 'maria@redbud'])).stdout).toMatch(/^maria@redbud\.example {2}carrier {2}since /)
})

test('[D13.23] a user is shown and signed out everywhere, as a security event without address', async () => {
  const { status, stderr } = await admin(['user', 'sign-out', 'Maria@Redbud.example'])
  const shown = JSON.parse((await admin(['user', 'show', 'maria@redbud.example', '--json'])).stdout)

  expect(status).toBe(0)
  expect(stderr).toMatch(/"security":"administered","command":"user sign-out"/)
  expect(stderr).not.toMatch(/maria/i)
  expect(shown).toMatchObject({ email: 'maria@redbud.example', userType: 'carrier', plan: { billingPlan: 'TRIAL' } })
  expect(await admin(['user', 'show', 'nobody@redbud.example'])).toMatchObject({ status: 1, stdout: '' })
})

test('[D13.20] [D13.23] an administrator suspends and resumes a user while the server runs', async () => {
  const suspended = await admin(['user', 'suspend', 'Maria@Redbud.example', '--json'])
  const listed = (await admin(['user', 'list', 'maria@redbud'])).stdout
  const resumed = await admin(['user', 'resume', 'maria@redbud.example'])

  expect(suspended.status).toBe(0)
  expect(JSON.parse(suspended.stdout)).toMatchObject({ isNew: true })
  expect(suspended.stderr).toMatch(/"security":"administered","command":"user suspend"/)
  expect(listed).toMatch(/suspended \d{4}-/)
  expect(resumed).toMatchObject({
    status: 0,
    stdout: 'maria@redbud.example may sign in again. Emails that are not too late are sent.\n',
  })
  expect(await admin(['user', 'suspend', 'nobody@redbud.example'])).toMatchObject({ status: 1, stdout: '' })
})

test('[D13.20] [D13.23] an administrator invites an address, and its email goes out at once', async () => {
  const server = await startFaultySmtp(() => undefined)
  const invited = await admin(['user', 'invite', 'new@fleet.test'], { SMTP_URL: `smtp://127.0.0.1:${server.port}` })
  server.close()

  expect(invited.stdout).toBe(`new@fleet.test may sign up at ${product.address}. An email tells them so.\n`)
  expect(server.lines).toContain('Subject: Your invitation to LoadPing')
  expect(await admin(['user', 'invite', 'other@fleet.test'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('SMTP_URL is not set, so no email was sent'),
  })
})

test('[D13.6] [D13.23] a reviewer is created with a code that is shown once, listed and ended', async () => {
  const email = 'reviewer@store.example'
  const signIn = (code: string) =>
    fetch(`${product.address}/auth/verifyLink`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, code }),
    })
  const created = await admin(['reviewer', 'create', '--days', '90', '--email', email, '--json'])
  const { code } = JSON.parse(created.stdout)

  expect(created.stderr).toMatch(/"security":"administered","command":"reviewer create"/)
  expect(created.stderr).not.toMatch(new RegExp(`${code}|${email}`))
  expect((await signIn(code)).status).toBe(200)
  const listed = await admin(['reviewer', 'list'])
  expect(listed.stdout).toMatch(/^reviewer@store\.example {2}since \S+ {2}code works until /)
  expect(listed.stdout).not.toContain(code)
  for (const pair of [
    [email, 'real@store.example'],
    ['maria@redbud.example', email],
  ])
    expect(await admin(['user', 'rename', ...pair, '--yes'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${email} is a reviewer`),
    })

  expect(await admin(['reviewer', 'end', email])).toMatchObject({ status: 1, stdout: '' })
  const ended = await admin(['reviewer', 'end', email, '--yes'])
  expect(ended.stderr).toMatch(/"security":"administered","command":"reviewer end"/)
  expect((await signIn(code)).status).toBe(400)
  expect((await admin(['reviewer', 'list'])).stdout).toContain('code ended')
})

test('[D13.6] an account of a reviewer that was ended is kept by nobody', async () => {
  const created = await admin(['reviewer', 'create', '--email', 'other@store.example', '--json'])
  const { email, code } = JSON.parse(created.stdout)
  const post = (path: string, body: object, token = '') =>
    fetch(`${product.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
  const { accessToken } = await (await post('/auth/verifyLink', { email, code })).json()
  expect((await post('/users/me/deletion', { confirmation: email }, accessToken)).status).toBe(200)
  const { keepToken } = await (await post('/auth/verifyLink', { email, code })).json()

  expect(await admin(['reviewer', 'end', email, '--yes'])).toMatchObject({ status: 0 })
  const kept = await post('/auth/keepAccount', { token: keepToken })
  expect(await kept.json()).toMatchObject({ code: 'too-late' })
})

test('[D13.6] a reviewer has their own address for 1 to 90 days, and is forgotten if unused', async () => {
  const create = (...args: string[]) => admin(['reviewer', 'create', ...args])
  for (const days of ['0', '91', 'x']) expect(await create('--days', days)).toMatchObject({ status: 2, stdout: '' })
  expect(await create('--email', 'maria@redbud.example')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has an account'),
  })

  const administrator = await admin(['reviewer', 'create', '--email', 'you@store.example'], {
    ADMINISTRATORS: 'You@store.example',
  })
  expect(administrator).toMatchObject({ status: 1, stderr: expect.stringContaining('is one of ADMINISTRATORS') })

  const invented = await admin(['reviewer', 'create', '--json'], { BASE_URL: 'http://127.0.0.1:8080' })
  const { email, expiresAt } = JSON.parse(invented.stdout)
  expect(email).toMatch(/^reviewer-[0-9a-f]{8}@127\.0\.0\.1$/)
  expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  expect(await create('--email', email)).toMatchObject({ status: 1, stderr: expect.stringContaining('already') })
  expect((await admin(['reviewer', 'end', email, '--yes'])).stdout).toMatch(/never signed in, and is forgotten/)
  expect((await admin(['reviewer', 'list'])).stdout).not.toContain(email)
})

test('[D13.23] a user is renamed and signed out by it, and no address goes twice', async () => {
  const show = async (email: string) => JSON.parse((await admin(['user', 'show', email, '--json'])).stdout)
  const before = await show('maria@redbud.example')
  const pool = createPool(connectionOf({ path: data }))
  onTestFinished(() => pool.end())
  const countLogged = async (email: string) =>
    (await pool.query('select from team_activity where actor = $1 or subject = $1', [email])).rowCount
  await pool.query(
    `with team as (insert into former_member (organization_id, user_id, left_at) select min(id::text)::uuid, $1, now() from organization returning organization_id)
     insert into team_activity (organization_id, number, at, actor, action) select organization_id, 1000, now(), 'maria@redbud.example', 'left' from team`,
    [before.id],
  )
  expect(await countLogged('maria@redbud.example')).toBe(1)

  expect(await admin(['user', 'rename', 'maria@redbud.example', 'maria@fleet.test'])).toMatchObject({ status: 1 })
  const renamed = await admin(['user', 'rename', 'maria@redbud.example', 'maria@fleet.test', '--yes'])
  expect(renamed).toMatchObject({ status: 0, stdout: expect.stringContaining('is now maria@fleet.test') })
  expect(await show('maria@fleet.test')).toMatchObject({ id: before.id })
  expect(await Promise.all(['maria@redbud.example', 'maria@fleet.test'].map(countLogged))).toEqual([0, 1])
  expect((await admin(['user', 'show', 'maria@redbud.example'])).status).toBe(1)

  const others = JSON.parse((await admin(['user', 'list', '--json'])).stdout)
  const isOther = ({ email }: { email: string }) => !/^maria@|@store\.example$/.test(email)
  const other = others.find(isOther).email
  expect(await admin(['user', 'rename', 'maria@fleet.test', other, '--yes'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`Another account has the address ${other}.`),
  })
  expect((await admin(['user', 'rename', 'maria@fleet.test', 'maria@redbud.example', '--yes'])).status).toBe(0)
})

test('[D13.23] [R02] a user is exported into a new file by the job of the running server', async () => {
  const file = join(folder, 'maria.zip')
  const made = await admin(['user', 'export', 'maria@redbud.example', file, '--json'])
  const again = await admin(['user', 'export', 'maria@redbud.example', file])

  expect(made.status).toBe(0)
  const { size } = JSON.parse(made.stdout)
  expect(readFileSync(file).length).toBe(size)
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK')
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') })
})

test('[D13.23] [D13.28] a user is deleted in a week as by the owner, after a yes', async () => {
  const listed = JSON.parse((await admin(['user', 'list', '--json'])).stdout)
  const { email } = listed.find(({ userType }: { userType: string }) => userType === 'broker')
  expect(await admin(['user', 'delete', email])).toMatchObject({ status: 1, stdout: '' })
  const deleted = await admin(['user', 'delete', email, '--yes', '--json'])

  expect(deleted.status).toBe(0)
  const days = (Date.parse(JSON.parse(deleted.stdout).deletesAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  expect(deleted.stderr).toMatch(/"security":"account-deletion"/)
  expect(deleted.stderr).toMatch(/"security":"administered","command":"user delete"/)
  expect(await admin(['user', 'delete', email, '--yes'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is being deleted already'),
  })
})

test('[D13.23] doctor names what is wrong with the mail server, and exits with 1', async () => {
  const ready = await admin(['doctor'])
  const broken = await admin(['doctor', '--json'], { SMTP_URL: 'smtp://user:secret@127.0.0.1:1' })

  expect(ready.stdout).toMatch(/^ok {7}database: PostgreSQL \d+/m)
  expect(ready.stdout).toMatch(new RegExp(`^ok {7}address: ${product.address}/readyz`, 'm'))
  expect(broken.status).toBe(1)
  expect(JSON.parse(broken.stdout)).toContainEqual({
    state: 'problem',
    part: 'mail server',
    text: expect.stringContaining('The mail server could not be reached'),
  })
  expect(broken.stdout + broken.stderr).not.toContain('secret')
})

test('[D13.23] doctor says that the name of the address is not in the DNS', async () => {
  const { stdout } = await admin(['doctor', '--json'], {
    NODE_ENV: 'production',
    BASE_URL: 'https://loadping.invalid',
    AUTH_SECRET: readFileSync(join(data, 'auth.secret'), 'utf8'),
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'hello@loadping.invalid',
    SUPPORT_ADDRESS: 'support@loadping.invalid',
    BILLING: 'off',
  })

  expect(JSON.parse(stdout)).toContainEqual({
    state: 'look',
    part: 'address',
    text: expect.stringMatching(/(ENOTFOUND|EAI_AGAIN).* Add the name to the DNS/),
  })
})

/** Returns a zip of one file that is not compressed. */
function zipOf(name: string, bytes: Buffer): Buffer {
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50)
  central.writeUInt32LE(bytes.length, 20)
  central.writeUInt32LE(bytes.length, 24)
  central.writeUInt16LE(name.length, 28)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from(central.subarray(6, 32))])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + bytes.length, 16)
  return Buffer.concat([local, Buffer.from(name), bytes, central, Buffer.from(name), end])
}

test("[D13.23] doctor names what is wrong with Mozilla's signed package", async () => {
  const file = join(folder, 'signed.xpi')
  const look = async (EXTENSION_XPI_FILE: string) => {
    const { stdout } = await admin(['doctor', '--json'], { EXTENSION_XPI_FILE })
    return JSON.parse(stdout).find(({ part }: { part: string }) => part === 'extension for Firefox')
  }
  const sign = (id: string, version: string) => {
    const manifest = { version, browser_specific_settings: { gecko: { id } } }
    writeFileSync(file, zipOf('manifest.json', Buffer.from(JSON.stringify(manifest))))
  }

  expect(await look(`${folder}/none.xpi`)).toEqual({
    state: 'problem',
    part: 'extension for Firefox',
    text: 'EXTENSION_XPI_FILE cannot be read: ENOENT',
  })
  sign('other@fleet.test', '0.0.1')
  expect((await look(file)).text).toMatch(/has the id other@fleet\.test, not EXTENSION_FIREFOX_ID extension@/)
  sign('extension@loadping.example', '0.0.1')
  expect(await look(file)).toMatchObject({ state: expect.stringMatching(/^(ok|look)$/) })
  writeFileSync(file, 'no package')
  expect(await look(file)).toMatchObject({ state: 'problem' })
})

test('[D13.20] [D13.23] doctor names what is wrong with the provider of a company', async () => {
  const provider = createServer(({ url }, response) => {
    const issuer = `http://127.0.0.1:${port}${url?.startsWith('/realms/') ? '/realms/fleet' : '/'}`
    response.writeHead(url?.startsWith('/none') ? 404 : 200).end(JSON.stringify({ issuer }))
  }).listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const port = Object(provider.address()).port
  const look = async (path: string) => {
    const issuer = `http://127.0.0.1:${port}${path}`
    const client = { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: 'board', OPENID_CLIENT_SECRET: 'hidden' }
    const { stdout } = await admin(['doctor', '--json'], client)
    expect(stdout).not.toContain('hidden')
    return JSON.parse(stdout).find(({ part }: { part: string }) => part === 'company sign-in')
  }

  expect(await look('')).toMatchObject({ state: 'ok' })
  expect(await look('/none')).toMatchObject({ state: 'problem', text: expect.stringMatching(/answers 404$/) })
  expect(await look('/realms/other')).toMatchObject({
    state: 'problem',
    text: expect.stringMatching(/names the issuer http:\S+\/realms\/fleet: set OPENID_ISSUER to it$/),
  })
  provider.close().closeAllConnections()
  expect(await look('')).toMatchObject({ state: 'problem', text: expect.stringContaining('ECONNREFUSED') })
})

test('[D13.23] a test email goes through SMTP_URL at once, and a refusal is shown verbatim', async () => {
  const server = await startFaultySmtp((line, { isText }) =>
    !isText && line.startsWith('RCPT') && line.includes('refuses') ? '550 no such user\r\n' : undefined,
  )
  const smtpUrl = `smtp://127.0.0.1:${server.port}`
  const sent = await admin(['test-email', 'owner@fleet.test'], { SMTP_URL: smtpUrl })
  const refused = await admin(['test-email', 'owner@refuses.example'], { SMTP_URL: smtpUrl })
  server.close()

  expect(sent).toMatchObject({ status: 0, stdout: expect.stringContaining('accepted the email') })
  expect(server.lines).toContain('Subject: Test email from LoadPing')
  expect(refused).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^The email was not sent \(rejected\)\. The mail server said: 5/),
  })
  expect(await admin(['test-email', 'owner@fleet.test'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('SMTP_URL is not set'),
  })
})

test('[D13.23] nobody hides from the administrator behind many longer addresses', async () => {
  const pool = createPool(connectionOf({ path: data }))
  const longer = "'maria@redbud.example.' || number || '.test'"
  await pool
    .query(
      `insert into account (id, email, created_at) select gen_random_uuid(), ${longer}, now() from generate_series(1, 200) as number`,
    )
    .finally(() => pool.end())

  expect((await admin(['user', 'show', 'maria@redbud.example'])).stdout).toMatch(/^maria@redbud\.example: /)
})

test('[D7.5] one command grants plans, shows them and takes them back', async () => {
  const plan = (...args: string[]) => admin(['plan', ...args])
  const granted = await plan('grant', ' Maria@redbud.example', 'business', '--seats', '12')
  const defaultSeats = await plan('grant', 'maria@redbud.example', 'business')
  const team = await plan('show', 'ben@cottonwood.example')
  const unknown = await plan('grant', 'unknown@redbud.example', 'business')
  const revoked = await plan('revoke', 'maria@redbud.example')

  expect(granted.stdout).toBe('maria@redbud.example: BUSINESS, 12 seats\n')
  expect(defaultSeats.stdout).toBe('maria@redbud.example: BUSINESS, 10 seats\n')
  expect(team.stdout).toBe(
    'ben@cottonwood.example: BUSINESS, 10 seats, Cottonwood Freight LLC with 5 members and 1 open invitation\n',
  )
  expect([unknown.status, unknown.stderr.split('\n')[1]]).toEqual([
    1,
    'No account for unknown@redbud.example yet. They must sign in once first.',
  ])
  expect([revoked.status, revoked.stdout]).toEqual([0, 'maria@redbud.example: TRIAL\n'])
})

test('one command says what people pay for and why, and compares them with the simulator', async () => {
  const billing = (...args: string[]) => admin(['billing', ...args], { LOG_LEVEL: 'silent' })
  const team = await billing('status', 'ben@cottonwood.example')
  const synced = await billing('sync', 'maria@redbud.example')
  const sweep = await billing('sweep')

  expect(team.stdout).toMatch(
    /^ben@cottonwood\.example: BUSINESS\n.*\nteam Cottonwood Freight LLC:\nBUSINESS, 10 seats, since /,
  )
  expect(synced.stdout).toBe('maria@redbud.example: TRIAL\nnothing granted or paid\n')
  expect(sweep.stdout).toBe('compared 0, repaired 0, failed 0\n')
})

const since = String.raw`unsubscribed since \d{4}-\d\d-\d\dT[\d:.]+Z`

test('one command suppresses, unsuppresses and shows an address', async () => {
  const suppress = async (...args: string[]) => (await admin(['suppress', ...args])).stdout
  const added = await suppress('add', 'Ana@redbud.example', '--scope', 'inquiry')
  const shown = await suppress('show', 'ana@redbud.example')

  expect(added).toMatch(new RegExp(`^ana@redbud.example, inquiry: ${since}\nana@redbud.example, product: allowed\n$`))
  expect(shown).toBe(added)
})

test('[P07] one command makes a running server read-only within a second and back, and shows both', async () => {
  const save = async () => (await fetch(`${product.address}/user-info`, { method: 'POST' })).status
  onTestFinished(async () => void (await admin(['switch', 'writes', 'on'])))
  expect(await save()).toBe(401)

  await admin(['switch', 'writes', 'off'])
  const offAt = Date.now()
  await vi.waitFor(async () => expect(await save()).toBe(503), { timeout: 5_000, interval: 20 })
  const tookMs = Date.now() - offAt
  const isReadable = (await fetch(`${product.address}/readyz`)).status
  const on = await admin(['switch', 'writes', 'on'])
  const onAt = Date.now()
  await vi.waitFor(async () => expect(await save()).toBe(401), { timeout: 5_000, interval: 20 })
  const backMs = Date.now() - onAt

  expect(tookMs).toBeLessThan(1_000)
  expect(backMs).toBeLessThan(1_000)
  expect(isReadable).toBe(200)
  expect(on.stdout).toBe('sends: on\nwrites: on\n')
})

test('the same commands work while no server runs, and leave none', async () => {
  await admin(['plan', 'grant', 'maria@redbud.example', 'business'])
  await admin(['suppress', 'add', 'ana@redbud.example', '--scope', 'inquiry'])
  const tooEarly = await admin(['compact'])
  product.child.kill('SIGTERM')
  await product.ended
  const compacted = await admin(['compact'])
  const revoked = await admin(['plan', 'revoke', 'maria@redbud.example'])
  const shown = await admin(['suppress', 'show', 'ana@redbud.example'])
  const both = await admin(['suppress', 'add', 'ana@redbud.example'])
  const removed = await admin(['suppress', 'remove', 'ana@redbud.example'])
  const sends = await admin(['switch', 'sends', 'off'])
  const switches = await admin(['switch'])

  expect([tooEarly.status, tooEarly.stdout]).toEqual([1, ''])
  expect([compacted.status, compacted.stdout]).toEqual([0, expect.stringMatching(/^All tables: .+ MB, now .+ MB$/m)])
  expect([revoked.status, revoked.stdout]).toEqual([0, 'maria@redbud.example: TRIAL\n'])
  expect(revoked.stderr).toContain(`Database: embedded in ${data}, LoadPing is not running\n`)
  expect(shown.stdout).toMatch(
    new RegExp(`^ana@redbud.example, inquiry: ${since}\nana@redbud.example, product: allowed\n$`),
  )
  expect(both.stdout).toMatch(
    new RegExp(`^ana@redbud.example, inquiry: ${since}\nana@redbud.example, product: ${since}\n$`),
  )
  expect(removed.stdout).toBe('ana@redbud.example, inquiry: allowed\nana@redbud.example, product: allowed\n')
  expect(sends.stdout).toMatch(/^sends: off since \d{4}-\d\d-\d\dT[\d:.]+Z\nwrites: on\n$/)
  expect(switches.stdout).toBe(sends.stdout)
  expect(processesOf(data)).toEqual([])
})
