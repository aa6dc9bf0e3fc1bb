import { createHash } from 'node:crypto'
import { entitlementsOf } from '@loadping/contract/billing/plans'
import { markKey } from '@loadping/contract/extension/mark-keys'
import { ownMarkHours } from '@loadping/contract/extension/marks'
import { maxBodies, type PageState, type TemplateBody } from '@loadping/contract/extension/page-state'
import { newYorkDay, newYorkMonth } from '@loadping/contract/format/new-york-days'
import { noCosts } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context } from '../context.ts'
import { listDieselPrices } from '../fuel/fuel.service.ts'
import { type MarksSince, marksSince, markVersionOf, summarizeMarks } from '../loads/marks.service.ts'
import { keepReadable } from '../team/membership.service.ts'
import { listTemplates } from '../templates/templates.service.ts'
import { listCallable } from '../truck-board/asks.ts'
import { defaultDueMinutes } from '../truck-board/due.ts'
import { memoryVersionOf } from './board-memory.service.ts'
import { type Found, readAll } from './page-state.store.ts'

/**
 * Returns what the caller's pages of boards show; null if `known` names it. The version is a hash of the answer, so that
 * it changes with all that is shown, also when only time passed.
 */
export async function getPageState(ctx: Context, known: string | undefined): Promise<PageState | null> {
  const { userId, organizationId } = ctx.caller
  const [, knownNames, cursor] = /^[\w-]{22}\.([\w-]{8})\.(.+)$/.exec(known ?? '') ?? []
  let since = marksSince(ctx, cursor)
  let found = await readCurrent(ctx, since)
  if (organizationId !== null && !found.members.some((member) => member.userId === userId))
    return getPageState({ ...ctx, caller: { ...ctx.caller, organizationId: null } }, known) // removed a moment ago
  const names = new Map(found.names.map(({ id, name, email }) => [id, name ?? email]))
  const namesHash = hashOf([...names]).slice(0, 8)
  if (since.isKnown && namesHash !== knownNames) {
    since = marksSince(ctx, undefined) // all marks with the new names
    found = await readCurrent(ctx, since)
  }
  const marks = summarizeMarks(ctx, since, { changed: found.changedMarks, nameOf: (id) => names.get(id) })
  const state = {
    account: accountOf(ctx, found),
    templates: templatesOf(found, names),
    ...senderOf(ctx, found),
    boards: found.boards[0] ?? { version: 0, boards: [] },
    ...(organizationId !== null && { rules: ctx.caller.rules }),
    ...(ctx.caller.userType !== 'broker' && { due: dueOf(ctx, since.salt, found) }),
    memoryVersion: memoryVersionOf(markVersionOf(since.salt, marks.newest), newYorkDay(ctx.now())),
  }
  const version = `${hashOf([state, marks.digest]).slice(0, 22)}.${namesHash}.${marks.cursor}`
  return version === known ? null : { version, ...state, marks: marks.marks }
}

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** How many due asks rows show. */
const maxDue = 200

type Member = { userId: string; joinedAt: Date }

/** The members of organizations as they were read last. A guess, which each statement checks. */
const lastMembers = new Map<string, Member[]>()
const maxGuesses = 10_000

/** Reads everything in one statement, or again if the members of the organization are not those it was asked with. */
async function readCurrent(ctx: Context, { holder, after, limit }: MarksSince): Promise<Found> {
  const { userId, organizationId } = ctx.caller
  const read = async (members: Member[]) => {
    await keepReadable(ctx, members)
    return readAll(ctx.db, {
      userId,
      organizationId,
      month: newYorkMonth(ctx.now()),
      userIds: members.length > 0 ? members.map((member) => member.userId) : [userId],
      joinedAts: members.length > 0 ? members.map(({ joinedAt }) => joinedAt) : [ctx.now()],
      holder,
      after,
      limit,
      askedAfter: new Date(ctx.now().getTime() - ownMarkHours * 3_600_000),
      now: ctx.now(),
      maxDue,
      defaultDueMinutes,
    })
  }
  if (organizationId === null) return read([])
  let guess = lastMembers.get(organizationId) ?? []
  for (let tries = 0; ; tries++) {
    const found = await read(guess)
    if (JSON.stringify(found.members) === JSON.stringify(guess)) return found
    if (tries === 3) throw new Problem('busy', 'Your team is changing right now. Try again.')
    guess = found.members
    if (lastMembers.size >= maxGuesses) lastMembers.clear()
    lastMembers.set(organizationId, found.members)
  }
}

function accountOf(ctx: Context, { profile, used, mailbox, unresolved }: Found): PageState['account'] {
  const { email, userType } = ctx.caller
  const { limitEmails } = entitlementsOf(ctx.caller, ctx.now())
  const [account] = profile
  if (!account) throw new Error('The account of a session is missing.')
  const attention = unresolved.filter(({ state }) => state === 'failed' || state === 'unknown')
  return {
    email,
    userType,
    limitEmails,
    emails: limitEmails === null ? null : Math.max(0, limitEmails - (used[0]?.used ?? 0)),
    sellByMinutes: account.sellByMinutes,
    accountVerified: mailbox[0]?.connectionError === null,
    needAttention: attention.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Returns the posting keys of asks that are due for a call now. */
const dueOf = (ctx: Context, salt: string, { due }: Found): string[] =>
  listCallable(due, ctx.now().getTime()).map(({ loadKey }) => markKey(salt, loadKey))

const templatesOf = ({ ownTemplates, sharedTemplates }: Found, names: Map<string, string>): PageState['templates'] => [
  ...ownTemplates.map((template) => ({ ...template, owner: null })),
  ...sharedTemplates.map(({ userId, ...template }) => ({
    ...template,
    isDefault: false,
    equipment: [],
    owner: names.get(userId) ?? '',
  })),
]

/** Brokers have no truck and no costs. */
function senderOf(ctx: Context, { profile: [account], snippets, trucks, costs: [costs] }: Found) {
  const current = trucks.find(({ isCurrent }) => isCurrent)
  const isCarrier = ctx.caller.userType !== 'broker'
  const { name = null, company = null, phone = null, mc = null, dot = null, signature = null } = account ?? {}
  const counted = (isCarrier && costs) || noCosts
  return {
    profile: { name, company, phone, mc, dot, signature },
    snippets: Object.fromEntries(snippets.map((snippet) => [snippet.name, snippet.text])),
    truck: isCarrier && current ? { equipment: current.equipment, place: current.place } : null,
    trucks: isCarrier ? trucks.map((truck) => ({ ...truck, emptyAt: truck.emptyAt?.toISOString() ?? null })) : [],
    costs: counted,
    ...(counted.basis === 'detailed' && { diesel: listDieselPrices(ctx) }),
  }
}

/** Returns the bodies of those of these templates that the caller has or a teammate shares. */
export async function listTemplateBodies(ctx: Context, ids: string): Promise<TemplateBody[]> {
  const wanted = new Set(ids.split(',').slice(0, maxBodies))
  return (await listTemplates(ctx)).filter(({ id }) => wanted.has(id))
}
