import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { apis } from '@loadping/contract/client'
import { type ClientFor, createClientFor, type Send } from '@loadping/contract/wire/api-calls'
import type { Api, Endpoint } from '@loadping/contract/wire/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { createAdmission } from '../admission.ts'
import { buildApp } from '../app.ts'
import type { Deps, Limits, SendSettings } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import type { DeliveryResult, MailSender, OutgoingMessage } from '../integrations/mailbox.ts'
import { jobKinds } from '../job-kinds.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { runJob } from '../jobs/worker.ts'
import { createKeys } from '../keys.ts'
import { createLog } from '../log.ts'
import { createObserved } from '../observed.ts'
import { createWindowCounts } from '../window-counts.ts'
import { afterFile } from './after-file.ts'
import { findUndocumented } from './documented-log.ts'
import { startLeakScan } from './leak-scan.ts'
import { startSecretScan } from './secret-leaks.ts'
import { emptyDb, type TestDatabase } from './test-database.ts'

type FullClient = ClientFor<typeof apis>
export type TestUser = FullClient & { email: string; userId: string; accessToken: string; refreshToken: string }

export type TestApp = TestDatabase & {
  app: FastifyInstance
  deps: Deps
  /** Accepted emails, oldest first. */
  sent: OutgoingMessage[]
  /** Parsed log lines. */
  log: Record<string, unknown>[]
  clock: { now: Date; advance: (ms: number) => void }
  /** The delivery result of the next messages; accepted by default. */
  mailbox: { answer: ((message: OutgoingMessage) => DeliveryResult) | undefined }
  runDueJobs: () => Promise<void>
  /** Returns a client without a token, or with this bearer token. */
  as: (accessToken?: string) => FullClient
  /** Signs up a new user by the emailed link. */
  signUp: (email?: string) => Promise<TestUser>
}

const testLimits: Limits = {
  signInEmailsPer15Minutes: 3,
  signInEmailsPerDay: 10,
  signInEmailsPerMinute: 600,
  signInRequestsPerIp: 20,
  officeNetworks: [],
  signInRequestsPerOffice: 1_000,
  checksPerIp: 60,
  templateChangesPerMinute: 30,
  invitationsPerDay: 500,
  exemptLoopback: true,
}

/** Tests race as many requests as there are connections. */
const atOnce = <Result>(_key: string, work: () => Promise<Result>) => work()

const testSendSettings: SendSettings = {
  undoSeconds: 0,
  throttle: { perSecond: 1_000, perMinute: 1_000, atOnce: 1_000 },
  emailsPerHour: 1_000_000,
  emailsPerMinute: 1_000_000,
  relayEmailsPerDay: 1_000_000,
  bounceAddress: undefined,
}

/** Builds the real app on its own database, with a clock, a mailbox and a log that the test controls. */
export async function testApp({
  change = (deps: Deps) => deps,
  isScanned = true,
  ...options
}: {
  change?: (deps: Deps) => Deps
  /** Whether ids of others and secrets in the wrong place fail the file; false where callers send such texts as their own. */
  isScanned?: boolean
  max?: number
  isPatient?: boolean
} = {}): Promise<TestApp> {
  const database = await emptyDb(options)
  const sent: OutgoingMessage[] = []
  const log: Record<string, unknown>[] = []
  const mailbox: TestApp['mailbox'] = { answer: undefined }
  const clock = createClock()
  const testMailbox = createTestMailbox(mailbox, sent)
  const deps = change({
    db: database.db,
    keys: createKeys('test'.repeat(11)),
    now: () => clock.now,
    baseUrl: 'https://loadping.test',
    apiHosts: [],
    extension: { signingKey: undefined, firefoxId: undefined, xpiFile: undefined },
    relay: testMailbox,
    mailSenders: { google: () => testMailbox, outlook: () => testMailbox, smtp: () => testMailbox },
    sendSettings: testSendSettings,
    retention: { textDays: 90, loadDays: 730, contactDays: 1_096 },
    identity: {},
    geocoder: undefined,
    roadRouter: undefined,
    findTextRecords: async () => undefined,
    findMailHosts: async () => [],
    fuelSource: undefined,
    fuelFigures: { refreshed: [] },
    payments: undefined,
    defaultPlan: undefined,
    signUp: { isOpen: true, domains: [] },
    administrators: [],
    log: createLog({ logLevel: 'debug' }, { write: (line: string) => void log.push(JSON.parse(line)) }),
    wakeJobs: () => {},
    backupFolder: null,
    observed: createObserved(clock.now),
    metricsToken: undefined,
    leaseDb: database.db,
    machines: { isAnyAway: () => false, listAway: async () => new Set(), look: async () => {} },
    countConnections: () => ({ open: 1, idle: 1, waiting: 0 }),
    isDiskFull: async () => false,
    drainMs: 0,
    telemetry: { posthog: null, sentry: null, chat: null },
    tileServer: null,
    limits: testLimits,
    trustedProxies: [],
    signInCounts: createWindowCounts(),
    turns: { user: atOnce, team: atOnce, network: atOnce },
    admission: createAdmission(() => 0),
  })
  const app = await buildApp(deps)
  const { pool } = database
  const scans = isScanned ? [startLeakScan(app, { pool, sent }), startSecretScan(app, { pool, sent, log })] : []
  afterFile(async () => {
    await app.close()
    expect(findUndocumented(log)).toEqual([])
    expect((await Promise.all(scans.map((find) => find()))).flat()).toEqual([])
  })

  const as = (accessToken?: string) => createClientFor(apis, sendTo(app, accessToken))
  const kinds = jobKinds(deps)
  const runDueJobs = async () => {
    for (let claimed = await claimAll(kinds); claimed.examined > 0; claimed = await claimAll(kinds))
      await Promise.all(claimed.jobs.map((job) => runJob(deps.log, job)))
  }
  const signUp = (email = `${randomUUID()}@carrier.example`) => signUpWith({ as, runDueJobs, sent, db: deps.db }, email)
  return { ...database, app, deps, sent, log, clock, mailbox, runDueJobs, as, signUp }
}

/** Returns a test app whose sends wait five seconds for an undo, as in the product; else none waits. */
export const testAppWithUndo = (): Promise<TestApp> =>
  testApp({ change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, undoSeconds: 5 } }) })

const createTestMailbox = (mailbox: TestApp['mailbox'], sent: OutgoingMessage[]): MailSender => ({
  async send(message, beforeData) {
    const answer = mailbox.answer?.(message) ?? { outcome: 'accepted' }
    if (answer.outcome === 'accepted' || answer.outcome === 'unknown') await beforeData()
    if (answer.outcome === 'accepted') sent.push(message)
    return answer
  },
})

/** Builds the app again on the same database, with its signing keys but another key for everything else. */
export const withOtherHmacKey = ({ deps }: TestApp): Promise<FastifyInstance> =>
  buildApp({ ...deps, keys: { ...deps.keys, hmac: createKeys('else'.repeat(11)).hmac } })

const claimAll = async (kinds: JobKind[]) => {
  const claims = await Promise.all(kinds.map(({ claim }) => claim(50, [])))
  return {
    jobs: claims.flatMap(({ jobs }) => jobs),
    examined: claims.reduce((sum, { examined }) => sum + examined, 0),
  }
}

function createClock(): TestApp['clock'] {
  const clock = {
    now: new Date(),
    advance(ms: number) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  return clock
}

async function signUpWith(
  { as, runDueJobs, sent, db }: Pick<TestApp, 'as' | 'runDueJobs' | 'sent'> & { db: Kysely<Tables> },
  email: string,
): Promise<TestUser> {
  await as().signIn.requestLink({ body: { email } })
  await runDueJobs()
  const token = tokenIn(sent.findLast((message) => message.to === email))
  const pair = await as().signIn.verifyLink({ body: { email, token } })
  const { id } = await db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { ...as(pair.accessToken), ...pair, email, userId: id }
}

export const tokenIn = (message: OutgoingMessage | undefined): string =>
  new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? 'http://no.link').searchParams.get('token') ?? ''
export const codeIn = (message: OutgoingMessage | undefined): string =>
  /code: (\d{6})/.exec(message?.text ?? '')?.[1] ?? ''

export function sendTo(app: FastifyInstance, accessToken: string | undefined): Send {
  return async ({ method, path, headers, body, isFile = false }) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        ...headers,
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const isJson = String(answer.headers['content-type']).includes('json')
    const file = () => new File([Buffer.from(answer.rawPayload)], 'file')
    const text = () => (isJson ? answer.json() : answer.body)
    const received: unknown = isFile && answer.statusCode === 200 ? file() : text()
    if (answer.statusCode === 200) assertMatchesContract(method, path, received)
    return { status: answer.statusCode, body: received }
  }
}

/** Whether a response has all that the contract says, and nothing else. */
export const isAsAgreed = ({ response }: Endpoint, received: unknown): boolean =>
  isDeepStrictEqual(z.safeParse(response, received).data, received)

/** The longest path first, which is the most exact. */
const endpoints = Object.values<Api>(apis)
  .flatMap((api) => Object.values(api))
  .map((endpoint) => ({ ...endpoint, pattern: new RegExp(`^${endpoint.path.replace(/:\w+/g, '[^/]+')}$`) }))
  .sort((one, other) => other.path.length - one.path.length)

/** Throws if a response has anything outside the contract. */
function assertMatchesContract(method: string, path: string, received: unknown): void {
  const [address = ''] = path.split('?')
  const endpoint = endpoints.find((known) => known.method === method && known.pattern.test(address))
  if (!endpoint || !isAsAgreed(endpoint, received))
    throw new Error(`${method} ${address} answers something else than the contract says`)
}
