import { parseArgs } from 'node:util'
import { defaultSeats, maxSeats, minSeats } from '../contract/src/billing/plans.ts'
import { EmailAddress } from '../contract/src/format/email-address.ts'
import {
  getPlanStatus,
  grantPlan,
  type PlanGrant,
  type PlanStatus,
  revokePlan,
} from '../server/src/team/plan-grants.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run plan -- grant | revoke | show: manages plans sold by contact. Works whether or not LoadPing is running.
const usage = `Usage: npm run plan -- grant EMAIL business [--seats ${defaultSeats}]
       npm run plan -- grant EMAIL pro
       npm run plan -- revoke EMAIL
       npm run plan -- show EMAIL`

function parseArguments(): { command: string; email: string; grant: PlanGrant | undefined } {
  try {
    const { positionals, values } = parseArgs({ options: { seats: { type: 'string' } }, allowPositionals: true })
    const [command = '', address, plan, extra] = positionals
    const email = EmailAddress.parse(address)
    const takesPlan = command === 'grant'
    const isKnown =
      ['grant', 'revoke', 'show'].includes(command) && extra === undefined && takesPlan === (plan !== undefined)
    if (!isKnown || (values.seats !== undefined && plan !== 'business')) exitWith(usage, 2)
    return { command, email, grant: takesPlan ? readGrant(plan, values.seats ?? String(defaultSeats)) : undefined }
  } catch {
    exitWith(usage, 2) // an unknown option, or no address
  }
}

function readGrant(plan: string | undefined, seats: string): PlanGrant {
  if (plan === 'pro') return { plan: 'PRO', seats: null }
  if (plan !== 'business') exitWith(usage, 2)
  const isGood = /^\d{1,5}$/.test(seats) && Number(seats) >= minSeats && Number(seats) <= maxSeats
  return isGood
    ? { plan: 'BUSINESS', seats: Number(seats) }
    : exitWith(`--seats must be a whole number from ${minSeats} to ${maxSeats}.`, 2)
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

const describe = ({ email, billingPlan, organization, seats, members, openInvitations }: PlanStatus): string =>
  [
    `${email}: ${billingPlan}`,
    seats === null ? '' : `, ${seats} seats`,
    organization === null
      ? ''
      : `, ${organization} with ${count(members, 'member')} and ${count(openInvitations, 'open invitation')}`,
  ].join('')

const { command, email, grant } = parseArguments()
await runOperatorCommand(async (ctx) => {
  const status = grant
    ? await grantPlan(ctx, email, grant)
    : command === 'revoke'
      ? await revokePlan(ctx, email)
      : await getPlanStatus(ctx, email)
  return describe(status)
})
