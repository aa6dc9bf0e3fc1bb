import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EmailAddress } from '../contract/src/format/email-address.ts'
import { sweepBilling } from '../server/src/billing/sync.service.ts'
import { createPayments } from '../server/src/choose-integrations.ts'
import { createLog } from '../server/src/log.ts'
import { explainBilling, syncBillingOf } from '../server/src/team/billing-status.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run admin -- billing …: what people pay for. Works whether or not LoadPing is running; the simulator must be.
const usage = `Usage: npm run admin -- billing status EMAIL
       npm run admin -- billing sync EMAIL
       npm run admin -- billing sweep`

const [subject, command = '', address, extra] = process.argv.slice(2)
const { data: email } = EmailAddress.safeParse(address)
const isSweep = command === 'sweep' && address === undefined
const isOfUser = ['status', 'sync'].includes(command) && email !== undefined
if (subject !== 'billing' || extra !== undefined || (!isSweep && !isOfUser)) exitWith(usage, 2)

await runOperatorCommand(async (data, config) => {
  const secretFile = join(config.dataDir, 'dev-secret')
  const devSecret = existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : undefined
  const ctx = { ...data, log: createLog(config), payments: createPayments(config, devSecret) }
  if (command === 'status') return explainBilling(ctx, email ?? '')
  if (!ctx.payments) throw new Error('This server takes no payments (BILLING=off).')
  if (command === 'sync') return syncBillingOf(ctx, email ?? '')
  const { checked, repaired, failed } = await sweepBilling(ctx, { isForAll: true })
  return `compared ${checked}, repaired ${repaired}, failed ${failed}`
})
