import { expect, test } from 'vitest'
import { safeRedirect } from './safe-redirect.ts'

test.each(['/emailTemplate', '/emailTemplateEditor/1?a=b#c', '/analytics?startDate=2026-11-01&userIds=a,b', '/my-team', '/'])(
  '[D2.7] %s is a path of this app and is followed',
  (path) => {
    expect(safeRedirect(path)).toBe(path)
  },
)

const foreign = [
  'evil.example',
  'xn--80ak6aa92e.example',
  'evil。example',
  'user:pass@evil.example',
  '2130706433',
  '[::1]',
  'evil.example:8443',
  'loadping.example.evil.example',
]
const lures = [
  (host: string) => `//${host}`,
  (host: string) => `///${host}`,
  (host: string) => `/\\${host}`,
  (host: string) => `\\/${host}`,
  (host: string) => `\\\\${host}`,
  (host: string) => `/\t/${host}`,
  (host: string) => `\t//${host}`,
  (host: string) => `/\n/${host}`,
  (host: string) => `/%2f%2f${host}`,
  (host: string) => `/%5c${host}`,
  (host: string) => `/%252f%252f${host}`,
  (host: string) => `/%0d%0aLocation: https://${host}`,
  (host: string) => `/..//${host}`,
  (host: string) => `/.//${host}`,
  (host: string) => `/emailTemplateEditor/..//${host}`,
  (host: string) => `https://${host}`,
  (host: string) => `https:${host}`,
  (host: string) => `https:/${host}`,
  (host: string) => `HtTpS://${host}/emailTemplate`,
  (host: string) => `http://localhost:8080@${host}/`,
  (host: string) => ` //${host}`,
  (host: string) => `\u0000//${host}`,
  (host: string) => `\u00a0//${host}`,
  (host: string) => `/\u2028/${host}`,
  (host: string) => `?redirect=//${host}`,
  (host: string) => `#//${host}`,
  (host: string) => `javascript:location='https://${host}'`,
  (host: string) => `java\nscript:alert(${host})`,
  (host: string) => `data:text/html,<script src=//${host}>`,
  (host: string) => `blob:https://${host}/x`,
  (host: string) => `filesystem:https://${host}/x`,
  (host: string) => `vbscript:${host}`,
]
const others: unknown[] = [
  null,
  undefined,
  '',
  '/nowhere',
  '/sign-in',
  '/sign-in/verifying?token=x',
  '/emailTemplate?accessToken=x',
  '/emailTemplate?%61ccessToken=x',
  '/emailTemplate?a=b&token=x&email=y',
  '/?redirect=%2Fpricing',
  `/${'a'.repeat(8192)}`,
  `/emailTemplate?a=${'a'.repeat(8192)}`,
  ['/emailTemplate', '/load'],
  { path: '/emailTemplate' },
  1,
]
const corpus = [...foreign.flatMap((host) => lures.map((lure): unknown => lure(host))), ...others]

test(`[A12] [D2.7] ${corpus.length} lures lead to the Dashboard instead`, () => {
  expect(corpus.length).toBeGreaterThan(250)
  for (const asked of corpus) expect(safeRedirect(asked), JSON.stringify(asked)).toBe('/')
})
