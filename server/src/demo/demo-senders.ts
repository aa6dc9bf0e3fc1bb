import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import type { Deps } from '../context.ts'
import { addressesOf, senderOf } from '../inquiries/sender.service.ts'
import { demoTrailers } from './demo-freight.ts'

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
  /** What their trucks are; for a broker, what carriers have. */
  trucks: EquipmentClass[]
  /** The ids of a carrier's trucks by what they are. */
  truckIds: Map<EquipmentClass, string[]>
  /** The ids of those in their emails so far. */
  usedTemplates: Set<string>
}

export const listDemoSenders = (ctx: Deps, emails: string[]): Promise<DemoSender[]> =>
  Promise.all(emails.map((email) => loadSender(ctx, email)))

async function loadSender({ db }: Deps, email: string): Promise<DemoSender> {
  const account = await db
    .selectFrom('account')
    .leftJoin('membership', 'membership.userId', 'account.id')
    .selectAll('account')
    .select('organizationId')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const templates = await db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'template', 'labels', 'isDefault'])
    .where('userId', '=', account.id)
    .execute()
  const sender = senderOf({ ...account, mailboxKind: 'relay', mailboxAddress: email, connectionError: null })
  const { id: userId, organizationId } = account
  const isBroker = account.userType === 'broker'
  const trucks = await db.selectFrom('truck').select(['id', 'equipment']).where('userId', '=', userId).execute()
  return {
    userId,
    email,
    organizationId,
    isBroker,
    profile: sender.profile,
    addresses: addressesOf(sender),
    templates,
    trucks: isBroker
      ? demoTrailers.map(({ equipment }) => equipment)
      : trucks.flatMap(({ equipment }) => equipment ?? []),
    truckIds: new Map(
      [...Map.groupBy(trucks, ({ equipment }) => equipment ?? 'other')].map(([equipment, own]) => [
        equipment,
        own.map(({ id }) => id),
      ]),
    ),
    usedTemplates: new Set(),
  }
}
