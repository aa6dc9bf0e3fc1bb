import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startFaultySmtp } from '../testing/faulty-smtp.ts'
import { outgoing } from '../testing/outgoing.ts'
import { dkimRecord, readDkimKey } from './dkim.ts'
import { composeMime } from './mailbox-message.ts'
import { createRelay } from './mailbox-relay.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-dkim-'))
afterAll(() => rmSync(folder, { recursive: true }))
const writeKey = (name: string, type: 'rsa' | 'ed25519'): string => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync(type)
  const keyFile = join(folder, name)
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  return keyFile
}

/** Returns the emails among the lines that a server received. */
const textsOf = (lines: string[]): string[] =>
  lines
    .join('\r\n')
    .concat('\r\n')
    .split('\r\nDATA\r\n')
    .slice(1)
    .map((rest) => `${rest.slice(0, rest.indexOf('\r\n.\r\n')).replaceAll('\r\n..', '\r\n.')}\r\n`)

/** Checks a signature as a receiver does (RFC 6376, relaxed/relaxed), with the key of the DNS record. */
function verify(raw: string, record: string) {
  const end = raw.indexOf('\r\n\r\n')
  const head = raw.slice(0, end)
  const body = raw.slice(end + 4)
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => {
      const at = line.indexOf(':')
      return [
        line.slice(0, at).toLowerCase(),
        line
          .slice(at + 1)
          .replace(/[ \t]+/g, ' ')
          .trim(),
      ] as const
    })
  const headerOf = (name: string) => headers.findLast(([known]) => known === name)?.[1]
  const signature = headerOf('dkim-signature') ?? ''
  const tags = Object.fromEntries(
    [...signature.matchAll(/(\w+)=([^;]*)/g)].map(([, tag, value]) => [tag, value?.trim()]),
  )
  const relaxedBody = `${body
    .replace(/[ \t]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  const signed = (tags['h'] ?? '').toLowerCase().split(':')
  const text = [
    ...signed.flatMap((name: string) => (headerOf(name) === undefined ? [] : [`${name}:${headerOf(name)}`])),
    `dkim-signature:${signature.replace(/\bb=[^;]*$/, 'b=')}`,
  ].join('\r\n')
  const key = `-----BEGIN PUBLIC KEY-----\n${/p=(.*)$/.exec(record)?.[1]}\n-----END PUBLIC KEY-----`
  return {
    domain: tags['d'],
    selector: tags['s'],
    signed,
    isBodyWhole: createHash('sha256').update(relaxedBody, 'latin1').digest('base64') === tags['bh'],
    isValid: createVerify('RSA-SHA256')
      .update(text, 'latin1')
      .verify(key, (tags['b'] ?? '').replace(/\s/g, ''), 'base64'),
  }
}

test('[D13.19] relay and product emails are signed for the domain of their sender', async () => {
  const dkim = readDkimKey({ selector: 'mail2026', keyFile: writeKey('rsa.pem', 'rsa') })
  if (!dkim) throw new Error('No key')
  const server = await startFaultySmtp(() => undefined)
  const relay = createRelay(`smtp://127.0.0.1:${server.port}`, { dkim, heloName: 'out.fleet.test' })
  const message = outgoing({
    from: { name: 'Böhm', address: 'hello@Fleet.test' },
    subject: 'Weekly – summary',
    text: 'Two  spaces\nand a line \n\n\n',
    unsubscribeUrl: 'https://fleet.test/unsubscribe?a=1',
    isAutomatic: true,
  })
  for (const attempt of [1, 2])
    expect(await relay.send(message, async () => {}), `attempt ${attempt}`).toEqual({ outcome: 'accepted' })
  server.close()
  const [first = '', second] = textsOf(server.lines)

  expect(server.lines).toContain('EHLO out.fleet.test')
  expect(second).toBe(first)
  const { signed, ...checked } = verify(first, dkimRecord(dkim))
  expect(checked).toEqual({ domain: 'fleet.test', selector: 'mail2026', isBodyWhole: true, isValid: true })
  expect(signed).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  )
  expect(verify(first.replace('Subject: ', 'Subject: Re: '), dkimRecord(dkim)).isValid).toBe(false)
  expect(verify(first.replace('Two', 'Ten'), dkimRecord(dkim)).isBodyWhole).toBe(false)
})

test('an email of the product says that no person wrote it, and an inquiry does not', async () => {
  const headersOf = async (isAutomatic: boolean) =>
    String(await composeMime(outgoing(isAutomatic ? { isAutomatic } : {}))).split('\r\n\r\n')[0]

  expect(await headersOf(true)).toContain('Auto-Submitted: auto-generated')
  expect(await headersOf(false)).not.toContain('Auto-Submitted')
})

test('a key that is missing, broken or of another kind stops the start and names the setting', () => {
  const broken = join(folder, 'broken.pem')
  writeFileSync(broken, '-----BEGIN PRIVATE KEY-----\nnothing\n-----END PRIVATE KEY-----\n')

  expect(readDkimKey(null)).toBeUndefined()
  for (const keyFile of [join(folder, 'none.pem'), broken, writeKey('ed25519.pem', 'ed25519')])
    expect(() => readDkimKey({ selector: 'a', keyFile }), keyFile).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^DKIM_KEY_FILE must /), exitCode: 78 }),
    )
})
