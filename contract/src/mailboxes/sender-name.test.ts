import { expect, test } from 'vitest'
import { senderNameOf } from './sender-name.ts'

const relay = { kind: 'relay', address: 'dana@blueline.example' } as const
const gmail = { kind: 'google', address: 'dana@blueline.example' } as const
const name = 'Dana Cole'
const company = 'Blue Line Freight'

test.each([
  [relay, { name, company }, 'Dana Cole, Blue Line Freight'],
  [relay, { name: null, company }, 'Blue Line Freight'],
  [relay, { name: null, company: null }, 'dana@blueline.example via LoadPing'],
  [gmail, { name, company: null }, 'Dana Cole'],
  [gmail, { name: null, company: null }, ''],
  [gmail, { name: 'Dana \u202Eeloc\u202C', company: '\u2066Blue' }, 'Dana eloc, Blue'],
  [relay, { name: 'ceo@quillon.example', company }, 'Blue Line Freight'],
  [relay, { name: 'Dana (ceo＠\u202Equillon.example)', company: null }, 'dana@blueline.example via LoadPing'],
  [gmail, { name: 'Dana @ Blue Line', company: 'ceo @quillon.example' }, 'Dana @ Blue Line'],
  [gmail, { name: '🚚'.repeat(100), company: 'x'.repeat(100) }, `${'🚚'.repeat(100)}, ${'x'.repeat(18)}`],
])('the sender %o with the profile %o is shown as "%s"', (mailbox, profile, shown) =>
  expect(senderNameOf(mailbox, profile)).toBe(shown),
)
