import { equipmentClassOf } from '@loadping/contract/boards/equipment'
import { bodyOf, type MailCase, mailContexts } from '@loadping/contract/templates/mail-check.cases'
import { brokerEmails, carrierEmails, laterEmails } from '@loadping/contract/templates/mail-check-emails.cases'
import { lineCases } from '@loadping/contract/templates/mail-check-lines.cases'
import { chipAskCents, fillMessage, type SenderProfile, valuesOf } from '@loadping/contract/templates/placeholders'
import { truckValues } from '@loadping/contract/templates/truck-values'
import { expect, test } from 'vitest'
import { grantPlan } from '../team/plan-grants.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { testApp } from '../testing/test-app.ts'
import { buildTruck } from '../testing/trucks.ts'
import { replaceTrucks } from '../trucks/trucks.service.ts'

/** Bodies with formatting, and values in places where they are escaped otherwise than in text. */
const formatted: MailCase[] = [
  '<p style="color:#0b7350"><b>Hi</b> [[{{company}}]]<br>It\'s "ours" &amp; ready</p>',
  '<p><a href="mailto:{{email}}?subject={{ref}}">Reply</a></p>',
  '<table width="100%"><tr><td align="right">{{rate:trip*2.75}}</td></tr></table>',
  '<ul><li>[[{{weight}}]]</li><li>{{signature}}</li></ul>',
].map((body) => ({ context: 'carrier', subject: '{{origin}} & "{{dest}}"', body, findings: '' }))

const corpus = [...lineCases, ...carrierEmails, ...laterEmails, ...brokerEmails, ...formatted]
const hostile = `Smith & Sons <"O'Hare">`

test('editor, extension and API fill each template of the corpus to the same bytes', async () => {
  const app = await testApp()
  app.clock.now = new Date('2026-11-20T20:00:00Z') // before the pickups of the corpus
  const user = await app.signUp()
  await grantPlan(app.deps, user.email, { plan: 'PRO', seats: null })
  const change = (columns: object) =>
    app.deps.db.updateTable('account').set(columns).where('id', '=', user.userId).execute()
  const { id } = await user.templates.createTemplate({
    body: { name: 'Corpus', subject: '', template: '', cc: [], labels: [] },
  })

  let compared = 0
  for (const { context, subject, ...item } of corpus) {
    const { load: posted, profile } = mailContexts[context]
    const load = { ...posted, company: posted.company && hostile, contactEmail: 'loads@quillon.example' }
    const { truckLocation, ...ofAccount }: SenderProfile = profile
    const [city, state = ''] = truckLocation?.split(', ') ?? []
    const equipment = load.equipment === undefined ? null : equipmentClassOf(load.board, load.equipment)
    const truck = city === undefined ? undefined : buildTruck({ place: { city, state }, equipment, isCurrent: true })
    await replaceTrucks(app.deps, user.userId, truck ? [truck] : [])
    await change({ userType: 'broker' }) // may use all placeholders
    const template = await user.templates.updateTemplate({
      params: { id },
      body: { name: 'Corpus', subject, template: bodyOf(item), cc: [], labels: [] },
    })
    const ofNobody = { mc: null, dot: null, phone: null, company: null, signature: null }
    await change({ userType: truck ? 'carrier' : 'broker', ...ofNobody, ...ofAccount })
    const values = valuesOf(load, { ...ofAccount, ...(truck && truckValues(truck)) })
    const message = fillMessage(template, values)
    if (!('subject' in message)) continue

    const email = await sendInquiry(user, { templateId: id, load, confirmed: true })
    const { html } = await user.emails.getEmailDetails({ params: { id: email.id } })
    expect({ subject: email.subject, html, askCents: email.askCents }).toEqual({
      subject: message.subject,
      html: message.html,
      askCents: message.askCents ?? null,
    })
    if (message.formula !== undefined)
      expect(email.askCents).toBe(chipAskCents(`${template.subject}${template.template}`, values) ?? null)
    compared++
  }

  expect(compared).toBeGreaterThan(150)
})
