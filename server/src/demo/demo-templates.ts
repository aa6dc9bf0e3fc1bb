import { randomUUIDv7 } from 'node:crypto'
import type { UserType } from '@loadping/contract/account/user-type'
import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import type { TemplateContent } from '@loadping/contract/templates/templates'
import type { Deps } from '../context.ts'

/** A template of the demo accounts. The Default template is there already. */
type DemoTemplate = Omit<TemplateContent, 'cc'>

const paragraphs = (...lines: string[]): string => lines.map((line) => `<p>${line}</p>`).join('\n')

const subject = '{{origin}} to {{dest}} - {{avail}}[[ - {{truck}}]][[ - Ref# {{ref}}]]'
const closing = ['[[MC {{mc}}]]', '[[{{signature}}]]']

const carrierTemplates: DemoTemplate[] = [
  {
    name: 'Van, all-in ask',
    subject: '{{truck}} for {{origin}} to {{dest}}, {{avail}}[[ - Ref# {{ref}}]]',
    labels: ['van', 'price'],
    template: paragraphs(
      'Hi[[ {{company}}]],',
      'Our {{truck}} is empty in {{truckLocation}}, ready {{avail}} for {{origin}} to {{dest}}[[, ref# {{ref}}]].',
      '<b>Rate: {{rate:trip+6% to 25}} all-in</b>[[ for {{trip}} miles]].',
      ...closing,
      'Book it now?',
    ),
  },
  {
    name: 'Reefer, food-grade',
    subject: '{{origin}} to {{dest}} - washed {{truck}} - {{avail}}[[ - Ref# {{ref}}]]',
    labels: ['reefer'],
    template: paragraphs(
      'Hi[[ {{company}}]],',
      'Washed and food-grade {{truck}}, empty in {{truckLocation}} {{avail}}. We can load {{origin}} to {{dest}}[[, ref# {{ref}}]].',
      'Rate: {{rate:trip+9% to 25}} all-in, temperature log included.',
      ...closing,
      'What is the set point?',
    ),
  },
  {
    name: 'Flatbed, tarps',
    subject: '{{truck}} with tarps - {{origin}} to {{dest}} - {{avail}}[[ - Ref# {{ref}}]]',
    labels: ['flatbed'],
    template: paragraphs(
      'Hi[[ {{company}}]],',
      '{{truck}} with 8 ft tarps, straps and chains, empty in {{truckLocation}} {{avail}}. We can cover {{origin}} to {{dest}}[[, ref# {{ref}}]].',
      'Rate: {{rate:trip+150}} all-in, tarping included.',
      ...closing,
      'Does it need tarps?',
    ),
  },
  {
    name: 'Same-day short haul',
    subject: 'Empty now: {{origin}} to {{dest}} - {{avail}}[[ - {{truck}}]][[ - Ref# {{ref}}]]',
    labels: ['van', 'today'],
    template: paragraphs(
      'Hi[[ {{company}}]],',
      'Our {{truck}} is empty in {{truckLocation}} now[[, {{do}} miles from {{origin}}]], and can load {{avail}}.',
      '{{origin}} to {{dest}}: {{rate:trip+75 to 25}} all-in[[, ref# {{ref}}]].',
      ...closing,
      'Can we book it?',
    ),
  },
  {
    name: 'Second message',
    subject: `Re: ${subject}`,
    labels: ['follow-up'],
    template: paragraphs(
      'Hi[[ {{company}}]],',
      'Following up on {{origin}} to {{dest}}[[, ref# {{ref}}]]. Our {{truck}} is empty in {{truckLocation}}, ready {{avail}}.',
      'We can do it for {{rate:trip+3% to 25}} all-in.',
      ...closing,
      'Would that book it?',
    ),
  },
]

const postedSubject =
  '{{postedLoadOriginDestination}} - {{postedLoadAvailabilityDate}}[[ - {{postedLoadTruckType}}]][[ - Ref# {{ref}}]]'
const posted =
  '{{postedLoadOriginDestination}}[[, ref# {{ref}}]][[, {{postedLoadTruckType}}]], {{postedLoadAvailabilityDate}}'

const brokerTemplates: DemoTemplate[] = [
  {
    name: 'Load details',
    subject: postedSubject,
    labels: ['details'],
    template: paragraphs(
      'Hello,',
      `Here is the load: ${posted}.`,
      '[[{{weight}}, ]]no touch, live load, pickup 8 AM to 2 PM. Detention is paid after two hours.',
      'Reply with your rate, your MC number, and where the truck is empty.',
      ...closing,
    ),
  },
  {
    name: 'Price is firm',
    subject: postedSubject,
    labels: ['price'],
    template: paragraphs(
      'Hello,',
      `The rate for ${posted} is firm[[ at {{rate}}]].`,
      'Quick pay in two days is available at no charge.',
      ...closing,
      'Do you want it at that?',
    ),
  },
  {
    name: 'Setup packet',
    subject: `Carrier setup: ${postedSubject}`,
    labels: ['setup'],
    template: paragraphs(
      'Hello,',
      `To book ${posted}, please send your W-9, certificate of insurance and authority.`,
      'Setup takes ten minutes; the rate confirmation follows at once.',
      ...closing,
    ),
  },
  {
    name: 'Covered, next one',
    subject: `Covered: ${postedSubject}`,
    labels: ['follow-up'],
    template: paragraphs(
      'Hello,',
      `${posted} is covered. Thank you for the quick answer.`,
      ...closing,
      'Where is your truck empty next?',
    ),
  },
  {
    name: 'Check call',
    subject: `Check call: ${postedSubject}`,
    labels: ['on the road', 'follow-up'],
    template: paragraphs(
      'Good morning,',
      `A check call for ${posted}.`,
      'Please reply with the location, the arrival time and the temperature if there is one.',
      ...closing,
    ),
  },
]

const byUserType = { carrier: carrierTemplates, broker: brokerTemplates }

type TemplateSet = { email: string; userType: UserType; only?: string[]; shared?: string }

const templateSets: TemplateSet[] = [
  { email: 'grace@cottonwood.example', userType: 'carrier', shared: 'Van, all-in ask' },
  { email: 'maria@redbud.example', userType: 'carrier' },
  { email: 'owen@quillon.example', userType: 'broker' },
  {
    email: 'tom@cottonwood.example',
    userType: 'carrier',
    only: ['Flatbed, tarps', 'Second message'],
    shared: 'Flatbed, tarps',
  },
  { email: 'priya@cottonwood.example', userType: 'carrier', only: ['Reefer, food-grade'] },
]

/** The templates of demo accounts beside their Default template, and which one each shares with its team. */
export const demoTemplates = templateSets.map(({ only, ...templateSet }) => ({
  ...templateSet,
  templates: byUserType[templateSet.userType].filter(({ name }) => only?.includes(name) ?? true),
}))

/** Creates the templates of the demo accounts, which must exist. */
export async function createDemoTemplates(ctx: Deps): Promise<void> {
  const ago = (minutes: number) => new Date(ctx.now().getTime() - minutes * 60_000)
  for (const { email, userType, templates, shared } of demoTemplates) {
    const { id: userId, organizationId } = await ctx.db
      .selectFrom('account')
      .leftJoin('membership', 'membership.userId', 'account.id')
      .select(['account.id', 'organizationId'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await ctx.db
      .updateTable('template')
      .set(userType === 'broker' ? brokerDefaultTemplate : carrierDefaultTemplate)
      .where('userId', '=', userId)
      .where('isDefault', '=', true)
      .execute()
    const rows = templates.map((template) => ({ id: randomUUIDv7(), ...template }))
    const times = { createdAt: ago(20 * 1_440), updatedAt: ago(6 * 1_440) }
    for (const { id, name, subject, template, labels } of rows) {
      const sharedWith = name === shared ? organizationId : null
      const sharedAt = sharedWith === null ? null : ago(6 * 1_440)
      await ctx.db
        .insertInto('template')
        .values({ userId, id, name, subject, template, labels, cc: [], sharedWith, sharedAt, ...times })
        .execute()
    }
  }
}
