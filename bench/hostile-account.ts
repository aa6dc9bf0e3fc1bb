import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod/mini'

// Started by other-accounts.ts in a process of its own, so that reading long answers doesn't delay its measurements.

const { address, accessToken, templateId, situation } = z
  .object({ address: z.string(), accessToken: z.string(), templateId: z.string(), situation: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'))

const request = async (method: string, path: string, body?: object) => {
  const answer = await fetch(`${address}${path}`, {
    method,
    // From another machine, to which the limits apply.
    headers: {
      authorization: `Bearer ${accessToken}`,
      'x-forwarded-for': '198.51.100.7',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  if (answer.status === 429) await sleep(50)
}
const save = (template: string) =>
  request('PUT', `/templates/${templateId}`, { name: 'x', subject: 'x', template, cc: [], labels: [] })

const hostileBodies = ['<b>', '<p>x', '>', '&amp;', '{{x}}', '<p style="color:red">', 'Is it open? '].map((piece) =>
  piece.repeat(Math.floor(199_000 / piece.length)),
)
const acceptedBody = `${'<p style="color:red">x</p>'.repeat(1_900)}${'&amp; '.repeat(1_000)}`
const searches = ['search=nowhere', 'search=zq', 'group=undone', 'search=99999', 'search=x&group=failed']

const attacks: Record<string, () => Promise<void>> = {
  async 'saves hostile templates'() {
    for (const body of [...hostileBodies, acceptedBody]) await save(body)
  },
  async 'searches 100,000 emails'() {
    for (const query of searches) await request('GET', `/emails?${query}`)
    for (const path of ['/home', '/emails/counts']) await request('GET', path)
  },
  'exports 100,000 log entries': () => request('POST', '/api/management/manager/log/export'),
}

await Promise.all(
  Object.entries(attacks)
    .filter(([name]) => situation === name || situation === 'all at once')
    .map(async ([, attack]) => {
      for (;;) await attack()
    }),
)
