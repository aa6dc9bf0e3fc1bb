import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createClient } from '../contract/src/client.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import {
  freePort,
  processesOf,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'

export type KillResult = {
  rounds: number
  acknowledged: number
  lost: number
  failedOpens: number
  partialTransactions: number
  seed: number
}

/** The writes that were acknowledged to clients, kept outside the killed process. */
type Acknowledged = { templateNames: Set<string>; emails: Set<string> }

/**
 * Kills the API, the database or both during writes, and checks every acknowledged write. `acksAfterCommit: false` is
 * an error that it must find.
 */
export async function measureCrashRecovery(
  rounds: number,
  { acksAfterCommit = true, seed = randomInt(2 ** 31), log = (_line: string) => {} } = {},
): Promise<KillResult> {
  const folder = sharedTempFolder()
  const env = { DATA_DIR: withoutDemo(`${folder}/data`), LOG_LEVEL: 'silent', PORT: String(await freePort()) }
  const result: KillResult = { rounds, acknowledged: 0, lost: 0, failedOpens: 0, partialTransactions: 0, seed }
  const random = createRandom(seed)
  let product = await spawnProduct(env)
  try {
    for (let round = 1; round <= rounds; round++) {
      const writer = await signUp(product) // a new user with a full allowance
      const acknowledged: Acknowledged = { templateNames: new Set(), emails: new Set() }
      const writing = Promise.all(
        Array.from({ length: 8 }, () => write(product, writer, acknowledged, acksAfterCommit)),
      )
      const countWrites = () => acknowledged.templateNames.size + acknowledged.emails.size
      for (let waited = 0; countWrites() === 0 && waited < 20_000; waited += 5) await sleep(5) // a busy machine is slow
      await sleep(random(230))
      await kill(product, env.DATA_DIR, random(3))
      await writing

      product = await spawnProduct(env).catch(async (error: unknown) => {
        result.failedOpens++
        log(String(error))
        return spawnProduct(env)
      })
      const { lost, partial } = await inspect(product, writer, acknowledged)
      result.acknowledged += countWrites()
      result.lost += lost
      result.partialTransactions += partial
      if (!acksAfterCommit && lost > 0) break // found
      if (round % 10 === 0) log(`round ${round}: ${result.acknowledged} acknowledged, ${result.lost} lost`)
    }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
  return result
}

/** Creates a generator of whole numbers below a limit, repeatable by seed (linear congruential, as in POSIX). */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
}

type Writer = { accessToken: string; templateId: string }

const clientOf = ({ address }: SpawnedProduct, { accessToken }: Pick<Writer, 'accessToken'>) =>
  createClient(fetchSend(address, accessToken))

/** Signs up as a user does: requests a link and reads the email. */
async function signUp(product: SpawnedProduct): Promise<Writer> {
  const email = `${randomUUID()}@carrier.example`
  const anonymous = createClient(fetchSend(product.address))
  await anonymous.signIn.requestLink({ body: { email } })
  const { accessToken } = await anonymous.signIn.verifyLink({ body: { email, token: await tokenFor(product, email) } })
  const [template] = await clientOf(product, { accessToken }).templates.listTemplates()
  return { accessToken, templateId: template?.id ?? '' }
}

async function tokenFor(product: SpawnedProduct, email: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const emails = Inbox.parse(
      await (await fetch(`${product.address}/dev/inbox.json`, { headers: product.devHeaders() })).json(),
    )
    const link = /https?:\S+/.exec(emails.find(({ to }) => to.includes(email))?.text ?? '')?.[0]
    const token = link && new URL(link).searchParams.get('token')
    if (token) return token
    await sleep(50)
  }
  throw new Error('The sign-in email did not arrive')
}

const Inbox = z.array(z.object({ to: z.array(z.string()), text: z.string() }))

/** Creates templates and sends inquiries until the product is killed. Records only acknowledged writes. */
async function write(
  product: SpawnedProduct,
  writer: Writer,
  acknowledged: Acknowledged,
  acksAfterCommit: boolean,
): Promise<void> {
  const client = clientOf(product, writer)
  for (;;) {
    const name = randomUUID()
    const creation = client.templates.createTemplate({
      body: { name, subject: 's', template: '<p>t</p>', cc: [], labels: [] },
    })
    if (!acksAfterCommit) acknowledged.templateNames.add(name) // the broken variant acknowledges before the write
    const created = await creation.catch(() => undefined)
    if (created) acknowledged.templateNames.add(created.name)

    const headers = { 'idempotency-key': randomUUID() }
    const sent = await client.inquiries
      .sendEmail({ headers, body: { templateId: writer.templateId, load: buildLoad() } })
      .catch((problem: { code?: string }) => problem)
    if ('id' in sent) acknowledged.emails.add(sent.id)
    else if (sent.code !== 'plan-limit' && !created) return
  }
}

async function kill(product: SpawnedProduct, dataDir: string, victim: number): Promise<void> {
  const [postmaster] = processesOf(dataDir)
  if (victim !== 1) product.child.kill('SIGKILL')
  if (victim !== 0 && postmaster) spawn('kill', ['-9', String(postmaster)])
  await product.ended
}

/** Checks through the API of the restarted product that every acknowledged write exists. */
async function inspect(
  product: SpawnedProduct,
  writer: Writer,
  { templateNames, emails }: Acknowledged,
): Promise<{ lost: number; partial: number }> {
  const client = clientOf(product, writer)
  const existing = new Set((await client.templates.listTemplates()).map(({ name }) => name))
  let missing = 0
  // One after another: of many calls at once a user's share is refused.
  for (const id of emails)
    missing += await client.emails.getEmail({ params: { id } }).then(
      () => 0,
      () => 1,
    )
  const lostTemplates = [...templateNames].filter((name) => !existing.has(name)).length

  const { today } = await client.home.getHome({ query: {} })
  const me = await client.account.getMe()
  // The local inbox accepts everything, so every charged unit is one email counted today.
  const partial = 50 - (me.emails ?? 0) === today.emailSent ? 0 : 1
  return { lost: lostTemplates + missing, partial }
}
