import { expect, test } from 'vitest'
import { fillReply, standardWording } from './reply-text.ts'

const values = {
  ask: '$1,670',
  truckLocation: 'Olathe, KS',
  emptyAt: 'at 6:30 PM CST',
  origin: 'St. Joseph, MO',
  loadBy: 'Tue, 8 AM CST',
  ref: undefined,
  temp: undefined,
}

test('[D13.11] the standard reply states ask, truck, empty time and loading time', () => {
  expect(fillReply(standardWording, values)).toMatchObject({
    text: 'Thanks for the counter. We can do $1,670 all in. Truck is empty in Olathe, KS at 6:30 PM CST and loads in St. Joseph, MO by Tue, 8 AM CST. Can we book it?',
    problem: undefined,
  })
})

test.each(['truckLocation', 'emptyAt', 'origin', 'loadBy'])('[D13.11] the sentence of an unknown %s drops', (name) => {
  expect(fillReply(standardWording, { ...values, [name]: undefined })).toMatchObject({
    text: 'Thanks for the counter. We can do $1,670 all in. Can we book it?',
    problem: undefined,
  })
})

test.each([
  ['{{ask}} for {{rate:trip+8%}}', 'Unknown: rate:trip+8%'],
  ['{{ask}} [[ open', 'Unknown: [['],
  ['{{ask}} {{constructor}}', 'Unknown: constructor'],
  ['We can do it.', 'Add {{ask}}, so that the text states your price.'],
  [`{{ask}} ${'a'.repeat(1_000)}`, 'Shorten it to 1,000 characters.'],
  ['{{ask}} for {{ref}}', 'Not known here: Reference Number. Put the sentence in [[ and ]] so that it drops out.'],
])('[D13.11] a wording that cannot be sent says why: %s', (wording, problem) => {
  expect(fillReply(wording, values).problem).toBe(problem)
})

test('[D13.11] placeholders that print nothing when empty do so in replies too', () => {
  expect(fillReply('{{ask}}{{temp}}.', values)).toMatchObject({ text: '$1,670.', problem: undefined })
})
