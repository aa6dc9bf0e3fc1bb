import { createHmac, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { webhookPath } from '../server/src/billing/webhook.routes.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

export type WebhookTimes = { webhooks: number; atOnce: number; p50Ms: number; p99Ms: number; maxMs: number }

const secret = 'whsec_bench'
const atOnce = 4

/** Measures how long signed webhooks wait for their answer while Stripe itself cannot be reached. */
export async function measureWebhooks(webhooks: number): Promise<WebhookTimes> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const product = await spawnProduct({
    DATA_DIR: `${folder}/data`,
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_bench',
    STRIPE_WEBHOOK_SECRETS: secret,
    LOG_LEVEL: 'silent',
  })
  const times: number[] = []
  const post = async () => {
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type: 'customer.subscription.updated',
      livemode: false,
      data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_unknown' } },
    })
    const at = Math.floor(Date.now() / 1_000)
    const signature = `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
    const startedAt = performance.now()
    const { status } = await fetch(product.address + webhookPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    })
    times.push(performance.now() - startedAt)
    if (status !== 200) throw new Error(`a webhook was answered with ${status}`)
  }
  try {
    const worker = async () => {
      while (times.length < webhooks) await post()
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
  times.sort((one, other) => one - other)
  const quantile = (share: number) => Math.round((times[Math.floor(share * times.length)] ?? 0) * 10) / 10
  return { webhooks: times.length, atOnce, p50Ms: quantile(0.5), p99Ms: quantile(0.99), maxMs: quantile(0.99999) }
}
