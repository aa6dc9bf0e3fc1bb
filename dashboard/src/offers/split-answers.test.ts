import { maxGrowth, workGrowth } from '@loadping/contract/testing/work-growth'
import { expect, test } from 'vitest'
import { answerCases } from './answers.cases.ts'
import { type SplitWay, splitAnswers } from './split-answers.ts'

const own = ['dana@quillon.example']
const split = (text: string, way: SplitWay = 'auto') => splitAnswers(text, { way, own }).map((part) => part.text)

const mail = (name: string, text: string) =>
  `From: ${name} <${name.toLowerCase()}@redbud.example>\nSent: Monday\nTo: Dana <dana@quillon.example>\n\n${text}`
const quoted = 'From: Dana Whitfield <dana@quillon.example>\nSent: Monday\nTo: Ray\n\nWhat do you need?'

test('[D13.12] no answer of forty is split, whatever empty lines and headers it has', () => {
  for (const { text } of answerCases) expect(split(text)).toEqual([text.trim()])
})

test('[D13.12] mails that were copied below each other are split where each begins', () => {
  const first = mail('Ray', `1350\n\n\nRay\n\n${quoted}`)
  const second = mail('Vera', `1400\n________________________________\n${quoted}`)
  const third = '---------- Forwarded message ---------\nFrom: Tom <tom@harlan.example>\nDate: Mon\n\n1300'

  expect(split(`${first}\n\n${second}\n${third}`)).toEqual([first, second, third])
})

test('[D13.12] an earlier mail of the same carrier stays with its answer', () => {
  const text = `${mail('Ray', '1350')}\n\n${quoted}\n\n${mail('Ray', 'Is it open?')}`

  expect(split(text)).toEqual([text])
})

test("[D13.12] a line of signs splits, a signature's two dashes do not", () => {
  expect(split('1350\n-- \nRay\n---\n1400\n\n=====\n\n1500')).toEqual(['1350\n-- \nRay', '1400', '1500'])
})

test('[D13.12] a chat is split where another person speaks', () => {
  const said = (name: string, text: string) => `[2:14 PM, 11/23/2026] ${name}: ${text}`
  const owen = `${said('Owen', '1350')}\n${said('Owen', 'MC 553918')}`

  expect(split(`${owen}\n${said('Ray', '1400')}`)).toEqual([owen, said('Ray', '1400')])
})

test('[D13.12] the person can split at empty lines, at lines, or not at all', () => {
  const text = '1350\nMC 1234\n\n1400\n---\n1500'

  expect(split(text, 'blocks')).toEqual(['1350\nMC 1234', '1400\n---\n1500'])
  expect(split(text, 'lines')).toEqual(['1350', 'MC 1234', '1400', '1500'])
  expect(split(text, 'none')).toEqual([text])
})

test('[D13.12] each part is found at its place in the text', () => {
  const text = '\n  1350 \n---\n 1400'

  for (const part of splitAnswers(text, { way: 'auto', own }))
    expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text)
})

test.each(['\n', '---\n', 'From: x\nTo: y\n', '> ', '[2:14 PM, 11/23/2026] ', 'From: '])(
  '[D13.12] long text of %j is split in linear time',
  (piece) => {
    expect(workGrowth(piece, split)).toBeLessThan(maxGrowth)
  },
)
