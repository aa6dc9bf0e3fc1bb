import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'

const secret = 'test'.repeat(11)
const keys = createKeys(secret)

test('credentials encrypted for one user do not decrypt for another', () => {
  const [maria, owen] = ['maria', 'owen'].map((userId) => `mailbox google ${userId}`)
  const hers = keys.encrypt('her grant', maria ?? '')
  const his = keys.encrypt('his grant', owen ?? '')

  expect([keys.decrypt(hers, maria ?? ''), keys.decrypt(his, owen ?? '')]).toEqual(['her grant', 'his grant'])
  expect(() => keys.decrypt(his, maria ?? '')).toThrow()
  expect(() => keys.decrypt(hers, owen ?? '')).toThrow()
})

test('a ciphertext begins with its key id, which is equal for all and reveals no text', () => {
  const one = keys.encrypt('canary', 'here')
  const other = keys.encrypt('canary', 'here')

  expect(one).toMatch(/^[\w-]{6}\.[\w-]+$/)
  expect(one.split('.')[0]).toBe(other.split('.')[0])
  expect(one).not.toBe(other)
  expect(createKeys('else'.repeat(11)).encrypt('canary', 'here').split('.')[0]).not.toBe(one.split('.')[0])
})

test('with another key decryption fails and reports that the secret has changed', () => {
  expect(() => createKeys('else'.repeat(11)).decrypt(keys.encrypt('canary', 'here'), 'here')).toThrow(
    'AUTH_SECRET has changed',
  )
})

test('any changed character of a ciphertext is rejected', () => {
  const encrypted = keys.encrypt('canary', 'here')

  for (let index = 0; index < encrypted.length; index++) {
    const changed = `${encrypted.slice(0, index)}${encrypted[index] === 'A' ? 'B' : 'A'}${encrypted.slice(index + 1)}`
    if (
      Buffer.from(changed.slice(7), 'base64url').equals(Buffer.from(encrypted.slice(7), 'base64url')) &&
      changed.startsWith(encrypted.slice(0, 7))
    )
      continue
    expect(() => keys.decrypt(changed, 'here'), `character ${index}`).toThrow()
  }
})

test('the page Keys names the key of each purpose', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations/keys.md'), 'utf8')
  const [, inventory = ''] = page.split('## All keys')
  const source = readFileSync(join(import.meta.dirname, 'keys.ts'), 'utf8')
  const purposes = [...source.matchAll(/'([a-z-]+)'(?= \| '|\n {6}\||,\n {4}text|\) => Uint8Array)/g)].map(
    ([, name = '']) => name,
  )

  expect(purposes.length).toBeGreaterThan(11)
  expect(purposes.filter((name) => !new RegExp(`\\b${name}\\b`).test(inventory))).toEqual([])
})
