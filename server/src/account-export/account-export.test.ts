import { exportsPerDay } from '@loadping/contract/account-export/account-export.api'
import { beforeAll, expect, test } from 'vitest'
import { deleteOldExports } from '../account-export/account-export.service.ts'
import { download, exportAccount, readZip } from '../testing/exports.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { accountExportJob } from './account-export-job.ts'

const day = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const partsOf = async ({ userId }: TestUser): Promise<number> => {
  const { rows } = await app.pool.query(
    'select count(*) from account_export_part join account_export on id = export_id where user_id = $1',
    [userId],
  )
  return rows[0].count
}

const idOf = async (user: TestUser) => (await user.accountExport.getExport())?.id ?? ''

/** Gives a user a load with notes that cannot be compressed much, for a file of several parts. */
async function addNotes(user: TestUser): Promise<number> {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await app.pool.query(
    `insert into load_event (user_id, load_id, id, at, by, kind, text)
     select $1, $2, gen_random_uuid(), now(), $1, 'note', encode(sha512(random()::text::bytea), 'hex')
     from generate_series(1, 4000)`,
    [user.userId, id],
  )
  return 4_001 // with the event of the save
}

/** Claims the job of the only export that waits. */
async function claimJob() {
  const { jobs } = await accountExportJob(app.deps).claim(1, [])
  const [job] = jobs
  if (!job) throw new Error('no export waits')
  return job
}

test('[R02] [I12] an export is a zip with each kind of data as JSON and as a table', async () => {
  const user = await app.signUp()
  const load = await user.loads.saveLoad({ body: { load: buildLoad({ company: '=Quillon Logistics' }) } })
  await user.loads.addLoadNote({ params: { id: load.id }, body: { text: 'Gate 3,\nask for "Lee"' } })
  await sendInquiry(user)
  await app.runDueJobs()

  const files = await exportAccount(app, user)

  const [saved] = JSON.parse(files.get('json/loads.json') ?? '').filter(({ id }: { id: string }) => id === load.id)
  expect(saved).toMatchObject({ note: 'Gate 3,\nask for "Lee"', facts: { company: '=Quillon Logistics' } })
  expect(files.get('csv/loads.csv')).toMatch(/^\uFEFFid,status,posted,.*\r\n/)
  expect(files.get('csv/loads.csv')).toContain(`,'=Quillon Logistics,`)
  expect(files.get('csv/loads.csv')).toContain('"Gate 3,\nask for ""Lee"""')
  expect(files.get('csv/emails.csv')).toContain('Joliet, IL to Dallas, TX')
  expect(files.get('README.txt')).toMatch(/loads +loads that you saved, emailed or called about \(2\)/)
  const names = [...files.keys()].flatMap((path) => /^json\/(.+)\.json$/.exec(path)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(30)
  for (const name of names) {
    expect(files.has(`csv/${name}.csv`)).toBe(true)
    expect(files.get('README.txt')).toContain(`${name} `)
  }
})

test('[R02] an export is made until its zip is complete, and can then be downloaded for 7 days', async () => {
  const user = await app.signUp()
  expect(await user.accountExport.getExport()).toBeNull()

  const requested = await user.accountExport.requestExport()
  expect(await user.accountExport.getExport()).toEqual(requested)
  expect(requested).toMatchObject({ state: 'making', percent: 0, size: null, expiresAt: null })
  await expect(user.accountExport.downloadExport({ params: { id: requested.id } })).rejects.toMatchObject({
    code: 'not-found',
  })

  await app.runDueJobs()
  expect(await user.accountExport.getExport()).toEqual({
    ...requested,
    state: 'ready',
    percent: 100,
    size: expect.any(Number),
    expiresAt: new Date(app.clock.now.getTime() + 7 * day).toISOString(),
  })
  const answer = await app.app.inject({
    url: `/users/me/exports/${requested.id}`,
    headers: { authorization: `Bearer ${user.accessToken}` },
  })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String((await user.accountExport.getExport())?.size),
    'content-disposition': expect.stringMatching(/^attachment; filename="loadping-export-\d{4}-\d\d-\d\d\.zip"$/),
  })
  expect(readZip(answer.rawPayload).get('json/account.json')).toContain(user.email)
})

test('[R02] after seven days an export is gone, and its file is deleted', async () => {
  const later = await testApp()
  const user = await later.signUp()
  await exportAccount(later, user)
  const id = await idOf(user)
  const client = async () => {
    const { accessToken } = await later.signUp(user.email)
    return later.as(accessToken)
  }

  later.clock.advance(7 * day - 1_000)
  await deleteOldExports(later.deps)
  expect((await (await client()).accountExport.getExport())?.state).toBe('ready')

  later.clock.advance(1_000)
  expect(await (await client()).accountExport.getExport()).toBeNull()
  await expect((await client()).accountExport.downloadExport({ params: { id } })).rejects.toMatchObject({
    code: 'not-found',
  })
  await deleteOldExports(later.deps)
  const { rows } = await later.pool.query('select from account_export_part')
  expect(rows).toEqual([])
})

test("[R02] [T02] another user's export is not found", async () => {
  const user = await app.signUp()
  const teammate = await app.signUp()
  await exportAccount(app, user)
  await exportAccount(app, teammate)

  await expect(teammate.accountExport.downloadExport({ params: { id: await idOf(user) } })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('[R02] a new export takes the place of the old one, at most three times a day', async () => {
  const user = await app.signUp()
  await exportAccount(app, user)
  const first = await idOf(user)
  for (let more = 1; more < exportsPerDay; more++) await exportAccount(app, user)

  expect(await idOf(user)).not.toBe(first)
  await expect(user.accountExport.downloadExport({ params: { id: first } })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect(await partsOf(user)).toBe(1)
  await expect(user.accountExport.requestExport()).rejects.toMatchObject({
    code: 'too-many',
    message: expect.stringMatching(
      /^You can export your data 3 times a day, again from \w+ \d+, \d+:\d\d [AP]M New York time\.$/,
    ),
  })
  expect((await download(user)).has('README.txt')).toBe(true)
})

test('[R02] a download breaks off at once when its export is replaced', async () => {
  const user = await app.signUp()
  await addNotes(user)
  await exportAccount(app, user)
  expect(await partsOf(user)).toBeGreaterThan(1)
  const id = await idOf(user)
  await app.pool.query('delete from account_export_part where export_id = $1 and number > 0', [id])

  await expect(user.accountExport.downloadExport({ params: { id } })).rejects.toThrow()
})

test('[R02] many requests at once begin one export', async () => {
  const user = await app.signUp()

  const exports = await Promise.all(Array.from({ length: 5 }, () => user.accountExport.requestExport()))

  expect(new Set(exports.map(({ id }) => id)).size).toBe(1)
  await app.runDueJobs()
  expect(app.sent.filter(({ to, subject }) => to === user.email && subject.includes('data'))).toHaveLength(1)
})

test('[R02] the email about a finished export leads to the settings, where one signs in', async () => {
  const user = await app.signUp()
  await exportAccount(app, user)

  const email = app.sent.findLast(({ to }) => to === user.email)
  expect(email).toMatchObject({ subject: 'Your LoadPing data is ready' })
  expect(email?.text).toContain('https://loadping.test/settings/export')
  expect(email?.text).not.toContain(await idOf(user))
})

test('[R02] an export that is stopped in the middle leaves no part, and is made anew from the start', async () => {
  const user = await app.signUp()
  const events = await addNotes(user)
  await user.accountExport.requestExport()
  const stopping = new AbortController()
  const job = await claimJob()

  const run = job.run(stopping.signal)
  await expect.poll(() => partsOf(user), { interval: 5, timeout: 15_000 }).toBeGreaterThan(0)
  stopping.abort()
  await run

  expect(await partsOf(user)).toBe(0)
  expect(await user.accountExport.getExport()).toMatchObject({ state: 'making' })
  await app.runDueJobs()
  expect(JSON.parse((await download(user)).get('json/load-history.json') ?? '')).toHaveLength(events)
})

test('[R02] an export whose server was killed is made by another one, without what the first left', async () => {
  const user = await app.signUp()
  const { id: exportId } = await user.accountExport.requestExport()
  await claimJob() // by the server that is killed
  await app.pool.query(`insert into account_export_part values ($1, 1, 0, 'half a file')`, [exportId])
  await app.pool.query('update job set leased_until = null where id = $1', [exportId])

  await app.runDueJobs()

  expect(await partsOf(user)).toBe(1)
  expect((await download(user)).has('README.txt')).toBe(true)
})

test('[R02] a server that lost its claim does not spoil the file of another', async () => {
  const user = await app.signUp()
  const events = await addNotes(user)
  const { id: exportId } = await user.accountExport.requestExport()
  const slow = await claimJob()
  await app.pool.query('update job set leased_until = null where id = $1', [exportId])
  const quick = await claimJob()

  await Promise.all([slow.run(), quick.run()])

  expect(await user.accountExport.getExport()).toMatchObject({ state: 'ready' })
  expect(JSON.parse((await download(user)).get('json/load-history.json') ?? '')).toHaveLength(events)
})

test('[R02] an export that keeps failing is given up, and can be asked for again', async () => {
  const user = await app.signUp()
  const { id } = await user.accountExport.requestExport()
  await app.pool.query('update job set claims = 10 where id = $1', [id])
  await app.runDueJobs()
  expect(await user.accountExport.getExport()).toMatchObject({ id, state: 'failed' })

  for (let again = 0; again < exportsPerDay; again++) await exportAccount(app, user)

  expect(await user.accountExport.getExport()).toMatchObject({ state: 'ready' })
})

test('[P05] [T17] an export is a security event, and in the activity log of a team', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const { organizationId } = await app.db
    .selectFrom('membership')
    .select('organizationId')
    .where('userId', '=', member.userId)
    .executeTakeFirstOrThrow()
  await exportAccount(app, member)

  const facts = { userId: member.userId, organizationId }
  expect(app.log).toContainEqual(expect.objectContaining({ security: 'data-requested', ...facts }))
  expect(app.log).toContainEqual(expect.objectContaining({ security: 'data-downloaded', ...facts }))
  const { entries } = await owner.team.listActivity({ query: {} })
  expect(entries[0]).toMatchObject({ actor: member.email, action: 'data-exported', subject: null })
})

test('[R02] 100,000 loads are exported within a minute; tests try a part', async () => {
  const count = goalSize({ full: 100_000, tenth: 10_000, quick: 1_000 })
  const user = await app.signUp()
  await user.loads.saveLoad({ body: { load: buildLoad() } })
  await app.pool.query(
    `insert into load (user_id, id, load_key, facts, origin, dest, status, first_seen_at, posted_at, updated_at)
     select user_id, gen_random_uuid(), load_key || n, facts, origin, dest, status, first_seen_at, posted_at, updated_at
     from load, generate_series(1, $2::int - 1) n where user_id = $1`,
    [user.userId, count],
  )

  const begun = performance.now()
  const files = await exportAccount(app, user)

  expect(performance.now() - begun).toBeLessThan(60_000)
  expect(JSON.parse(files.get('json/loads.json') ?? '')).toHaveLength(count)
  expect(files.get('csv/loads.csv')?.split('\r\n')).toHaveLength(count + 2)
})
