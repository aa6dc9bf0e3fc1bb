import { createHmac, timingSafeEqual } from 'node:crypto'

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const headerOf = (type: string): string => encode({ alg: 'HS256', typ: type })

/** The header of each type of token; a token of one type never works as another. */
const headers = { 'at+jwt': headerOf('at+jwt'), 'pairing+jwt': headerOf('pairing+jwt') }
type TokenType = keyof typeof headers

/** Signs claims as a JWT with HMAC-SHA256. */
export function signJwt(key: Uint8Array, type: TokenType, claims: Record<string, unknown>): string {
  const signed = `${headers[type]}.${encode(claims)}`
  return `${signed}.${hmac(key, signed)}`
}

/** Returns the claims of a JWT of this type if one of the keys signed it, else undefined. The caller checks them. */
export function readJwt(keys: Uint8Array[], type: TokenType, token: string): unknown {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  // Only we sign with these keys, so any other header is forged, and none of its fields is read.
  if (header !== headers[type] || rest.length > 0) return undefined
  const given = Buffer.from(signature)
  const isSignature = (key: Uint8Array): boolean => {
    const expected = Buffer.from(hmac(key, `${header}.${payload}`))
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  if (!keys.some(isSignature)) return undefined
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

// Synchronous: handing so little work to the thread pool costs more than the work.
const hmac = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url')
