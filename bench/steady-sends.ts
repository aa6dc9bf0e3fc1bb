import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpSender } from '../server/src/testing/mail-sink.ts'
import type { SpawnedProduct } from '../server/src/testing/spawned-product.ts'

const senderCount = 20

/** Signs senders up, who each send ten emails. A server that has just started may refuse some. */
export async function signUpSenders(product: SpawnedProduct, sink: MailSink): Promise<Sender[]> {
  const senders: Sender[] = []
  while (senders.length < senderCount) {
    const sender = await signUpSender(product.address, sink, `${randomUUID()}@carrier.example`).catch(() => undefined)
    if (sender) senders.push(sender)
    else await sleep(1_000)
  }
  await click(product, senders, () => false, 10)
  return senders
}

type Clicks = { clicks: number; refused: number; p50Ms: number; p99Ms: number; slowestMs: number }

/** Lets each sender send once a second until the work is done, and returns how long their sends took. */
export async function clickFor(product: SpawnedProduct, senders: Sender[], work: Promise<unknown>): Promise<Clicks> {
  let isDone = false
  const finished = work.then(() => {
    isDone = true
  })
  const answers = await click(product, senders, () => isDone)
  await finished
  const times = answers.flatMap(({ isAccepted, ms }) => (isAccepted ? [ms] : [])).sort((one, other) => one - other)
  const quantile = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  return {
    clicks: answers.length,
    refused: answers.length - times.length,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    slowestMs: Math.round(times.at(-1) ?? 0),
  }
}

async function click(product: SpawnedProduct, senders: Sender[], isDone: () => boolean, most = Infinity) {
  const agent = new Agent({ keepAlive: true })
  const answers: { isAccepted: boolean; ms: number }[] = []
  const run = async (sender: Sender) => {
    await sleep(Math.random() * 1_000)
    for (let sent = 0; sent < most && !isDone(); sent++) {
      const startedAt = performance.now()
      const isAccepted = await send(product, agent, sender)
      const ms = performance.now() - startedAt
      answers.push({ isAccepted, ms })
      await sleep(Math.max(0, 1_000 - ms))
    }
  }
  await Promise.all(senders.map(run)).finally(() => agent.destroy())
  return answers
}

/** Sends an inquiry. Returns whether it was accepted. */
const send = ({ address }: SpawnedProduct, agent: Agent, { accessToken, templateId }: Sender) =>
  new Promise<boolean>((done, reject) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    }
    const call = request(`${address}/emails`, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => done(response.statusCode === 200))
    })
    call.once('error', reject).end(JSON.stringify({ templateId, load: buildLoad() }))
  })
