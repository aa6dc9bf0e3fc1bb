import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import { sweepBilling } from '../../server/src/billing/sync.service.ts'
import { createPayments } from '../../server/src/choose-integrations.ts'
import { explainBilling, syncBillingOf } from '../../server/src/team/billing-status.service.ts'
import type { Answer, CommandContext, Word } from './word.ts'

/** Shows what people pay for, and compares it with Stripe; the simulator must be running. */
export const word: Word = {
  summary: 'shows what a user pays for and why, or compares with Stripe',
  usage: ['status EMAIL', 'sync EMAIL', 'sweep'],
  read([command = '', address, ...extra]) {
    const { data: email } = EmailAddress.safeParse(address)
    if (extra.length > 0) return undefined
    if (command === 'sweep' && address === undefined) return { changes: 'billing sweep', run: sweep }
    if (command === 'status' && email) return { run: (ctx) => status(ctx, email) }
    if (command === 'sync' && email) return { changes: 'billing sync', run: (ctx) => sync(ctx, email) }
    return undefined
  },
}

/** Adds what talks to Stripe. */
function withPayments(ctx: CommandContext) {
  const { config } = ctx
  const secretFile = join(config.dataDir, 'dev-secret')
  const devSecret = existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : undefined
  return { ...ctx, payments: createPayments(config, devSecret) }
}

async function status(ctx: CommandContext, email: string): Promise<Answer> {
  const text = await explainBilling(withPayments(ctx), email)
  return { text, data: text.split('\n') }
}

async function sync(ctx: CommandContext, email: string): Promise<Answer> {
  const paying = withPayments(ctx)
  requirePayments(paying)
  const text = await syncBillingOf(paying, email)
  return { text, data: text.split('\n') }
}

async function sweep(ctx: CommandContext): Promise<Answer> {
  const paying = withPayments(ctx)
  requirePayments(paying)
  const counts = await sweepBilling(paying, { isForAll: true })
  const { checked, repaired, failed } = counts
  return { text: `compared ${checked}, repaired ${repaired}, failed ${failed}`, data: counts, isProblem: failed > 0 }
}

function requirePayments({ payments }: ReturnType<typeof withPayments>): void {
  if (!payments) throw new Error('This server takes no payments (BILLING=off).')
}
