import { expect, test } from 'vitest'
import { maxGrowth, workGrowth } from '../testing/work-growth.ts'
import { brokerDefaultTemplate, carrierDefaultTemplate } from './default-template.ts'
import { bodyOf, type MailContext, mailContexts } from './mail-check.cases.ts'
import { checkMail } from './mail-check.ts'
import { brokerEmails, carrierEmails, laterEmails } from './mail-check-emails.cases.ts'
import { fixTemplate, isValueMissing } from './mail-check-fixes.ts'
import { lineCases } from './mail-check-lines.cases.ts'
import { fillMessage, type TemplateSource, valuesOf } from './placeholders.ts'

const withValues = [...lineCases, ...carrierEmails, ...laterEmails, ...brokerEmails].filter(({ context }) =>
  ['carrier', 'reefer', 'broker'].includes(context),
)

function codesOf({ subject, template }: TemplateSource, context: MailContext) {
  const message = fillMessage({ subject, template }, valuesOf(context.load, context.profile))
  return 'subject' in message ? checkMail(message, context).map(({ code }) => code) : []
}

test.each(withValues)('[D4.7] for a $context, “$subject” with “$body” is fixed by its fixes', (item) => {
  const context = mailContexts[item.context]
  let template: TemplateSource = { subject: item.subject, template: bodyOf(item) }
  for (const code of codesOf(template, context)) {
    const fixed = fixTemplate(code, template, context.userType)
    if (!fixed) continue
    template = fixed
    expect(codesOf(template, context)).not.toContain(code)
  }

  const byAuthor = ['other-equipment', 'other-date', 'many-questions', 'still-available', 'too-long', 'no-equipment']
  expect(codesOf(template, context).filter((code) => !byAuthor.includes(code))).toEqual([])
})

test.each([
  ['no-number', '<p>[[Rate: {{rate}}]]</p>'],
  ['no-mc', '<p>[[MC {{mc}}]]</p>'],
  ['no-empty-place', '<p>[[Empty in {{truckLocation}}]]</p>'],
  ['too-long', '<p>Long</p>'],
  ['other-date', '<p>Hi</p>'],
] as const)('[D4.7] no fix is offered for %s when the template cannot help', (code, template) => {
  expect(fixTemplate(code, { subject: '', template }, 'carrier')).toBeUndefined()
})

test('[D4.7] a fix adds its line before the question and keeps the rest', () => {
  const template = { subject: 'Load', template: '<p>Hi</p>\n<p>Can we book it?</p>\n<p>{{signature}}</p>' }

  expect(fixTemplate('no-mc', template, 'carrier')).toEqual({
    subject: 'Load',
    template: '<p>Hi</p>\n<p>[[MC {{mc}}]]</p>\n<p>Can we book it?</p>\n<p>{{signature}}</p>',
  })
})

test.each([
  ['<p>Is it still available?</p>', '<p>Can we book it?</p>'],
  ['<p>Hi. Is it still available? Can we book it?</p>', '<p>Hi. Can we book it?</p>'],
  ['<p>Is it available?</p>\n<p>Any tarps?</p>', '<p>Any tarps?</p>'],
])('[D4.7] the question for availability is replaced in %s', (template, fixed) => {
  expect(fixTemplate('still-available', { subject: '', template }, 'carrier')?.template).toBe(fixed)
})

test.each(['<p>available', 'available?', '<p>?</p>', '{{signature}}', 'a'])(
  '[D4.7] a long text of “%s” is fixed in linear time',
  (piece) => {
    const fixAll = (template: string) => {
      for (const code of ['no-mc', 'still-available', 'no-empty-time'] as const)
        fixTemplate(code, { subject: '', template }, 'carrier')
    }

    expect(workGrowth(piece, fixAll)).toBeLessThan(maxGrowth)
  },
)

test.each([
  ['carrier', carrierDefaultTemplate],
  ['broker', brokerDefaultTemplate],
] as const)('[D4.7] the Default template of a %s passes the mail check with nothing to fix', (context, template) => {
  expect(codesOf(template, mailContexts[context])).toEqual([])
})

test.each(['no-lane', 'no-date', 'no-reference', 'no-mc', 'no-number', 'no-equipment', 'no-empty-place'] as const)(
  '[D4.7] the fix for %s is applied once',
  (code) => {
    const fixed = fixTemplate(code, { subject: 'Van - ready', template: '<p>Hi</p>' }, 'carrier')

    expect(isValueMissing(code, { subject: 'Van - ready', template: '<p>Hi</p>' }, 'carrier')).toBe(false)
    expect(fixed && fixTemplate(code, fixed, 'carrier')).toBeUndefined()
    expect(fixed && isValueMissing(code, fixed, 'carrier')).toBe(true)
  },
)
