import { expect, test } from 'vitest'
import { explainTemplate, templateForLoad } from './template-for-load.ts'

const van = { name: 'Van', isDefault: true, equipment: [] }
const reefer = { name: 'Reefer', isDefault: false, equipment: ['reefer' as const] }
const older = { name: 'Older', isDefault: false }
const all = [van, older, reefer]

test.each<[string, string | undefined, string, string]>([
  ['a reefer', 'R', 'Reefer', 'standard for reefer'],
  ['a van', 'V', 'Van', 'your default'],
  ['a van or reefer', 'VR', 'Reefer', 'standard for reefer'],
  ['an unknown code', '??', 'Van', 'your default'],
  ['nothing known', undefined, 'Van', 'your default'],
])('[D13.17] for %s the standard of its equipment stands in, else Default', (_title, equipment, name, why) => {
  const load = { board: 'dat-one' as const, ...(equipment && { equipment }) }
  const template = templateForLoad(all, load)

  expect(template?.name).toBe(name)
  expect(template && explainTemplate(template, load)).toBe(why)
})

test('[D13.17] a template chosen by hand is neither, and without any there is none', () => {
  expect(explainTemplate(older, { board: 'dat-one', equipment: 'R' })).toBeUndefined()
  expect(templateForLoad([], { board: 'dat-one', equipment: 'R' })).toBeUndefined()
})
