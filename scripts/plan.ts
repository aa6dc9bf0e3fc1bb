import { parseArgs } from 'node:util'
import { EmailAddress } from '../contract/src/rules/email-address.ts'
import { fewestSeats, mostSeats, usualSeats } from '../contract/src/rules/plans.ts'
import { type Grant, grantPlan, revokePlan, type Standing, showPlan } from '../server/src/team/grants.service.ts'
import { runBeside, stop } from './beside.ts'

// npm run plan -- grant | revoke | show: what an operator sells by contact. It works beside a running LoadPing, and without one.
const usage = `Usage: npm run plan -- grant EMAIL business [--seats ${usualSeats}]
       npm run plan -- grant EMAIL pro
       npm run plan -- revoke EMAIL
       npm run plan -- show EMAIL`

function readWish(): { command: string; email: string; grant: Grant | undefined } {
  try {
    const { positionals, values } = parseArgs({ options: { seats: { type: 'string' } }, allowPositionals: true })
    const [command = '', address, plan, more] = positionals
    const email = EmailAddress.parse(address)
    const takesPlan = command === 'grant'
    const isKnown = ['grant', 'revoke', 'show'].includes(command) && more === undefined && takesPlan === (plan !== undefined)
    if (!isKnown || (values.seats !== undefined && plan !== 'business')) stop(usage, 2)
    return { command, email, grant: takesPlan ? readGrant(plan, values.seats ?? String(usualSeats)) : undefined }
  } catch {
    stop(usage, 2) // an unknown option, or no address
  }
}

function readGrant(plan: string | undefined, seats: string): Grant {
  if (plan === 'pro') return { plan: 'PRO', seats: null }
  if (plan !== 'business') stop(usage, 2)
  const isGood = /^\d{1,5}$/.test(seats) && Number(seats) >= fewestSeats && Number(seats) <= mostSeats
  return isGood ? { plan: 'BUSINESS', seats: Number(seats) } : stop(`--seats must be a whole number from ${fewestSeats} to ${mostSeats}.`, 2)
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const describe = ({ email, billingPlan, organization, seats, members, waiting }: Standing): string =>
  [
    `${email}: ${billingPlan}`,
    seats === null ? '' : `, ${seats} seats`,
    organization === null ? '' : `, ${organization} with ${count(members, 'member')} and ${count(waiting, 'open invitation')}`,
  ].join('')

const { command, email, grant } = readWish()
await runBeside(async (ctx) => {
  const standing = grant ? await grantPlan(ctx, email, grant) : command === 'revoke' ? await revokePlan(ctx, email) : await showPlan(ctx, email)
  return describe(standing)
})
