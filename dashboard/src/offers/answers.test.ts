import { expect, test } from 'vitest'
import { answerCases, answeredOn, answeredReference, answerFields } from './answers.cases.ts'

test('forty answers name what they state in known fields, in days to come', () => {
  expect(answerCases).toHaveLength(40)
  expect(answerCases.flatMap(({ fields }) => Object.keys(fields)).filter((key) => !answerFields.includes(key))).toEqual(
    [],
  )
  for (const { text, fields } of answerCases) {
    for (const day of fields.emptyOn?.match(/\d{4}-\d\d-\d\d/g) ?? []) expect(day >= answeredOn, text).toBe(true)
    expect(fields.reference === answeredReference, text).toBe(text.includes(answeredReference))
  }
})
