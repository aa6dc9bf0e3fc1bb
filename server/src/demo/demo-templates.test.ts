import { rmSync } from 'node:fs'
import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { checkMail } from '@loadping/contract/templates/mail-check'
import { fillMessage, valuesOf } from '@loadping/contract/templates/placeholders'
import { completeLoad } from '@loadping/contract/templates/placeholders.cases'
import { TemplateContent } from '@loadping/contract/templates/templates'
import { expect, test } from 'vitest'
import { sanitizeBody } from '../templates/template-body.ts'
import { sharedTempFolder } from '../testing/spawned-product.ts'
import { testApp } from '../testing/test-app.ts'
import { seedDemo } from './demo.ts'
import { demoAccounts, demoTeam } from './demo-accounts.ts'
import { demoTemplates } from './demo-templates.ts'

const people = [...demoAccounts, ...demoTeam.members]
/** A posting with all that a template may name, for each kind of truck. */
const loads = ['V', 'R', 'F'].map((equipment) => ({ ...completeLoad, equipment }))

test.each(demoTemplates)('[D4.7] the templates of $email pass the mail check with nothing to fix', (shelf) => {
  const { email, userType, templates } = shelf
  const profile = Object.fromEntries(
    Object.entries(people.find((person) => person.email === email)?.profile ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )
  const first = userType === 'broker' ? brokerDefaultTemplate : carrierDefaultTemplate
  for (const template of [first, ...templates]) {
    for (const load of loads) {
      const message = fillMessage(template, valuesOf(load, { ...profile, truckLocation: 'Olathe, KS' }))
      expect('subject' in message ? checkMail(message, { userType, load }) : message, template.name).toEqual([])
    }
  }
})

test('the demo templates are as the product stores them, six for each demo account', () => {
  for (const { email, templates } of demoTemplates) {
    if (demoAccounts.some((account) => account.email === email)) expect(templates).toHaveLength(5)
    for (const { name, subject, template, labels } of templates) {
      expect(TemplateContent.parse({ name, subject, template, labels, cc: [] })).toMatchObject({ name, labels })
      expect(sanitizeBody(template), name).toBe(template)
    }
  }
})

test('a demo account has templates with labels and uses, and those that its team shares', async () => {
  const app = await testApp()
  const path = sharedTempFolder()
  await seedDemo(app.deps, { path, release: () => {} })
  rmSync(path, { recursive: true })

  const grace = await (await app.signUp('grace@cottonwood.example')).templates.listTemplates()
  const owen = await (await app.signUp('owen@quillon.example')).templates.listTemplates()

  expect(grace.filter(({ owner }) => owner === null)).toHaveLength(6)
  expect(grace.filter(({ isShared }) => isShared)).toMatchObject([
    { name: 'Van, all-in ask', owner: null, labels: ['van', 'price'] },
    { name: 'Flatbed, tarps', owner: { name: 'Tom Becker' } },
  ])
  expect(grace[0]?.sent).toBeGreaterThan(0)
  for (const { sent, lastUsedAt } of owen) {
    expect(sent).toBeGreaterThan(0)
    expect(lastUsedAt).not.toBeNull()
  }
  expect(owen).toHaveLength(6)
  expect(owen[0]).toMatchObject(brokerDefaultTemplate)
})

test('the demo people sign with the name that their emails come from', () => {
  for (const { email, profile } of people) expect(String(profile.signature).split('\n')[0], email).toBe(profile.name)
})
