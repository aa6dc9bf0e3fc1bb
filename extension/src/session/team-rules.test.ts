import { createClient } from '@loadping/contract/client'
import type { TeamRules } from '@loadping/contract/team/team-rules'
import { expect, test } from 'vitest'
import { inquiry } from '../testing/open-browser.ts'
import { withTeamRules } from './team-rules.ts'

const load = { ...inquiry.load, phone: '(202) 555-0140' }
const headers = { 'idempotency-key': 'k'.repeat(20) }

/** Asks for one of each, and returns the bodies that left. */
async function sentUnder(rules: TeamRules): Promise<Record<string, string>> {
  const sent: Record<string, string> = {}
  const client = createClient(async ({ path, body }) => {
    sent[path] = JSON.stringify(body)
    return { status: 503, body: '' }
  })
  const ruled = withTeamRules(client, async () => rules)
  await Promise.allSettled([
    ruled.loads.saveLoad({ body: { load } }),
    ruled.loads.recordCall({ headers, body: { about: { load } } }),
    ruled.inquiries.sendEmail({ headers, body: { ...inquiry, load } }),
  ])
  return sent
}

test('[D12.5] where the team allows no phone numbers, none leaves the browser', async () => {
  const sent = await sentUnder({ allowsSave: true, allowsPhones: false })

  expect(Object.keys(sent).sort()).toEqual(['/contact-events', '/emails', '/loads'])
  for (const body of Object.values(sent)) {
    expect(body).toContain('Joliet')
    expect(body).not.toContain('555')
  }
})

test('[D12.5] where the team allows no Save, none leaves the browser, and emails and calls do', async () => {
  const sent = await sentUnder({ allowsSave: false, allowsPhones: true })

  expect(Object.keys(sent).sort()).toEqual(['/contact-events', '/emails'])
  expect(sent['/emails']).toContain('555-0140')
})
