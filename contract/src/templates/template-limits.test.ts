import { expect, test } from 'vitest'
import { snippetsApi } from '../snippets/snippets.api.ts'
import { templatesApi } from './templates.api.ts'

test('every change of a template or snippet counts toward one limit per user', () => {
  const endpoints: { method: string; limit?: string }[] = [
    ...Object.values(templatesApi),
    ...Object.values(snippetsApi),
  ]
  const changes = endpoints.filter(({ method }) => method !== 'GET')

  expect(changes.length).toBeGreaterThan(10)
  expect(changes.filter(({ limit }) => limit !== 'template-changes')).toEqual([])
})
