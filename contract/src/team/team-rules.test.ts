import { expect, test } from 'vitest'
import { PageState } from '../extension/page-state.ts'

test('[D11.8] an extension reads the rules of a later server that has more of them', () => {
  const rules = { allowsSave: false, allowsPhones: true }

  expect(PageState.shape.rules.safeParse({ ...rules, allowsNotes: false })).toMatchObject({
    success: true,
    data: rules,
  })
})
