import { expect, test } from 'vitest'
import { maxGrowth, workGrowth } from '../testing/work-growth.ts'
import { bodyOf, type MailCase, type MailContext, mailContexts } from './mail-check.cases.ts'
import { checkMail } from './mail-check.ts'
import { brokerEmails, carrierEmails, laterEmails } from './mail-check-emails.cases.ts'
import { lineCases } from './mail-check-lines.cases.ts'
import { mailPointsFor } from './mail-check-texts.ts'
import { fillMessage, type TemplateSource, valuesOf } from './placeholders.ts'

const allCases = [...lineCases, ...carrierEmails, ...laterEmails, ...brokerEmails]
const sourceOf = (item: MailCase): TemplateSource => ({ subject: item.subject, template: bodyOf(item) })

function check(template: TemplateSource, context: MailContext) {
  const message = fillMessage(template, valuesOf(context.load, context.profile))
  if ('missing' in message) throw new Error(`Missing: ${message.missing.join(', ')}`)
  return checkMail(message, context)
}

test.each(allCases)('[D4.7] for a $context, “$subject” with “$body” lacks: $findings', (item) => {
  const codes = check(sourceOf(item), mailContexts[item.context]).map(({ code }) => code)

  expect(codes.sort()).toEqual(item.findings.split(' ').filter(Boolean).sort())
})

test('[D4.7] the corpus has at least 120 cases of both user types, and every finding', () => {
  expect(allCases.length).toBeGreaterThanOrEqual(120)
  expect(new Set(allCases.flatMap(({ findings }) => findings.split(' ').filter(Boolean))).size).toBe(14)
  expect(allCases.filter(({ context }) => context.includes('broker')).length).toBeGreaterThanOrEqual(20)
})

test('[D4.7] a finding says what to do, why it matters and where', () => {
  const message = { subject: 'Load', html: '<p>MC 123456.</p><p>Is it available? Any tarps?</p>' }

  const findings = checkMail(message, mailContexts.carrier)

  for (const { text, why } of findings)
    expect([text, why]).toEqual([expect.stringMatching(/./), expect.stringMatching(/\.$/)])
  const [question] = findings.filter(({ code }) => code === 'many-questions')
  expect('MC 123456.\nIs it available? Any tarps?'.slice(question?.start, question?.end)).toBe('Any tarps?')
  expect(findings.find(({ code }) => code === 'no-lane')).toMatchObject({ part: 'subject', start: 0, end: 4 })
})

test('[D4.5] a USDOT number alone gives a softer note than no number', () => {
  const codeOf = (line: string) =>
    check({ subject: '', template: `<p>${line}</p>` }, mailContexts.carrier).find(({ point }) => point === 'mc')

  expect(codeOf('USDOT 1234567')).toMatchObject({ code: 'dot-only', isNote: true })
  expect(codeOf('no number')).toMatchObject({ code: 'no-mc', isNote: false })
  expect(codeOf('MC {{mc}}')).toBeUndefined()
})

test('[D4.7] a broker states no rate and no empty truck', () => {
  expect(mailPointsFor('carrier')).toHaveLength(7)
  expect(mailPointsFor('broker')).toEqual(['equipment', 'mc', 'subject', 'question', 'length'])
})

test.each(['a', '? ', 'Is it available? ', 'empty in ', '<p>', '&#60;', '<', '\n', 'Van ', '. '])(
  '[D4.7] a long body of %j is checked in linear time',
  (piece) => {
    const checkBody = (html: string) => checkMail({ subject: html, html }, mailContexts.carrier)

    expect(workGrowth(piece, checkBody)).toBeLessThan(maxGrowth)
  },
)
