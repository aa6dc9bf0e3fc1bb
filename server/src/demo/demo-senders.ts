import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import type { Deps } from '../context.ts'
import { addressesOf, senderOf } from '../inquiries/sender.service.ts'

type DemoTemplateRow = {
  id: string
  name: string
  subject: string
  template: string
  labels: string[]
  isDefault: boolean
}

export type DemoSender = {
  userId: string
  email: string
  organizationId: string | null
  isBroker: boolean
  profile: SenderProfile
  addresses: ReturnType<typeof addressesOf>
  templates: DemoTemplateRow[]
  /** The ids of those in their emails so far. */
  usedTemplates: Set<string>
}

export const listDemoSenders = (ctx: Deps, emails: string[]): Promise<DemoSender[]> =>
  Promise.all(emails.map((email) => loadSender(ctx, email)))

async function loadSender({ db }: Deps, email: string): Promise<DemoSender> {
  const account = await db
    .selectFrom('account')
    .leftJoin('membership', 'membership.userId', 'account.id')
    .leftJoin('truck', (join) => join.onRef('truck.userId', '=', 'account.id').on('truck.isCurrent', '=', true))
    .selectAll('account')
    .select(['organizationId', 'truck.city', 'truck.state'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const templates = await db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'template', 'labels', 'isDefault'])
    .where('userId', '=', account.id)
    .execute()
  const sender = senderOf({ ...account, mailboxKind: 'relay', mailboxAddress: email, connectionError: null })
  const { id: userId, organizationId, city, state } = account
  const isBroker = account.userType === 'broker'
  const profile = { ...sender.profile, ...(city && { truckLocation: `${city}, ${state}` }) }
  return {
    userId,
    email,
    organizationId,
    isBroker,
    profile,
    addresses: addressesOf(sender),
    templates,
    usedTemplates: new Set(),
  }
}
