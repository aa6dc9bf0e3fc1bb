import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { findReasons, isSuppressed, listSuppressions, suppress, unsuppress } from './suppression.service.ts'

const { deps, clock } = await testApp()

test('an address is suppressed for one kind of email, however it is written, until removed', async () => {
  await suppress(deps, 'Maria@Redbud.example', 'product', 'unsubscribed')

  expect(await isSuppressed(deps, ' maria@redbud.EXAMPLE', 'product')).toBe(true)
  expect(await isSuppressed(deps, 'maria@redbud.example', 'inquiry')).toBe(false)
  expect(await isSuppressed(deps, 'maria@redbud.example.net', 'product')).toBe(false)

  await unsuppress(deps, 'MARIA@redbud.example', 'product')
  expect(await isSuppressed(deps, 'maria@redbud.example', 'product')).toBe(false)
})

test('of many addresses the suppressed ones are found with their reasons, as they were given', async () => {
  await suppress(deps, 'a@redbud.example', 'inquiry', 'bounced')
  await suppress(deps, 'b@redbud.example', 'product', 'complained')

  const reasons = await findReasons(deps, ['A@redbud.example', 'b@redbud.example', 'c@redbud.example'])

  expect([...reasons]).toEqual([['A@redbud.example', 'bounced']])
  expect([...(await findReasons(deps, []))]).toEqual([])
})

test('the first reason and time stay, however often it happens', async () => {
  const since = clock.now
  await suppress(deps, 'd@redbud.example', 'inquiry', 'complained')
  clock.advance(86_400_000)
  await suppress(deps, 'd@redbud.example', 'inquiry', 'bounced')

  expect(await listSuppressions(deps, 'd@redbud.example')).toEqual([{ scope: 'inquiry', reason: 'complained', since }])
})

test('an objection counts more than an earlier bounce', async () => {
  await suppress(deps, 'e@redbud.example', 'inquiry', 'bounced')
  clock.advance(86_400_000)
  await suppress(deps, 'e@redbud.example', 'inquiry', 'complained')

  const objection = { scope: 'inquiry', reason: 'complained', since: clock.now }
  expect(await listSuppressions(deps, 'e@redbud.example')).toEqual([objection])
})
