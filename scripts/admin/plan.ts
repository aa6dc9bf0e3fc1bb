import { parseArgs } from 'node:util'
import { defaultSeats, maxSeats, minSeats } from '../../contract/src/billing/plans.ts'
import { EmailAddress } from '../../contract/src/format/email-address.ts'
import {
  getPlanStatus,
  grantPlan,
  type PlanGrant,
  type PlanStatus,
  revokePlan,
} from '../../server/src/team/plan-grants.service.ts'
import type { Word } from './word.ts'

/** Manages plans sold by contact. */
export const word: Word = {
  summary: 'grants, revokes or shows a plan sold by contact',
  usage: [`grant EMAIL business [--seats ${defaultSeats}]`, 'grant EMAIL pro', 'revoke EMAIL', 'show EMAIL'],
  read(args) {
    const { positionals, values } = parseArgs({ args, options: { seats: { type: 'string' } }, allowPositionals: true })
    const [command = '', address, plan, ...extra] = positionals
    const { data: email } = EmailAddress.safeParse(address)
    const takesPlan = command === 'grant'
    const isKnown = ['grant', 'revoke', 'show'].includes(command) && extra.length === 0
    if (!isKnown || email === undefined || takesPlan !== (plan !== undefined)) return undefined
    if (values.seats !== undefined && plan !== 'business') return undefined
    const grant = takesPlan ? readGrant(plan, values.seats ?? String(defaultSeats)) : undefined
    if (takesPlan && !grant) return undefined
    return {
      ...(command !== 'show' && { changes: `plan ${command}` }),
      async run(ctx) {
        const status = grant
          ? await grantPlan(ctx, email, grant)
          : command === 'revoke'
            ? await revokePlan(ctx, email)
            : await getPlanStatus(ctx, email)
        return { text: describe(status), data: status }
      },
    }
  },
}

function readGrant(plan: string | undefined, seats: string): PlanGrant | undefined {
  if (plan === 'pro') return { plan: 'PRO', seats: null }
  if (plan !== 'business') return undefined
  const isGood = /^\d{1,5}$/.test(seats) && Number(seats) >= minSeats && Number(seats) <= maxSeats
  if (!isGood) throw new Error(`--seats must be a whole number from ${minSeats} to ${maxSeats}.`)
  return { plan: 'BUSINESS', seats: Number(seats) }
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
