import { expect, test } from 'vitest'
import { inquiry } from '../testing/open-browser.ts'
import { describeRequest } from './describe-request.ts'

const to = 'https://app.loadping.example'
const headers = new Headers({ authorization: 'Bearer t0ken', 'x-extension-version': '0.1.0' })
const describe = (method: string, path: string, body?: object) =>
  describeRequest({ to, method, path, headers, body: body && JSON.stringify(body) })

test('[D12.5] a request is described with its load and each field as people read it', () => {
  const load = { ...inquiry.load, rate: { cents: 231_500, basis: 'flat' }, pickupDay: '2026-11-25' }
  const described = describe('POST', '/emails', {
    ...inquiry,
    load,
    expected: { askCents: 245_000, templateVersion: 1, truckId: null },
  })

  expect(described).toMatchObject({ what: 'Email', board: 'dat-one', load: 'Joliet, IL → Dallas, TX' })
  expect(described.fields).toEqual({
    accessToken: '',
    extensionVersion: '0.1.0',
    templateId: inquiry.templateId,
    board: 'dat-one',
    boardLoadId: 'DL1',
    origin: 'Joliet, IL',
    dest: 'Dallas, TX',
    rate: '$2,315',
    pickupDay: '2026-11-25',
    askCents: '$2,450',
    templateVersion: '1',
    truckId: 'none',
  })
})

test('[D12.5] secrets, comments and scores are named, and their values not kept', () => {
  const load = { ...inquiry.load, comments: 'Dock 4', creditScore: 91, daysToPay: 30 }
  const kept = JSON.stringify([
    describe('POST', '/loads', { load }),
    describe('POST', '/extension/session', { code: 'pair1ng' }),
    describe('GET', '/auth/refresh?refreshToken=refr3sh'),
  ])

  for (const name of ['comments', 'creditScore', 'daysToPay', 'code', 'refreshToken', 'accessToken'])
    expect(kept).toContain(`"${name}":""`)
  expect(kept).not.toMatch(/Dock 4|91|t0ken|pair1ng|refr3sh/)
})

test.each([
  ['another path', 'POST', '/loads/bulk', {}],
  ['another method', 'DELETE', '/loads', {}],
  ['another field', 'POST', '/loads', { load: inquiry.load, cookies: 'x' }],
  ['a field within the load', 'POST', '/loads', { load: { ...inquiry.load, html: 'x' } }],
  ['a field of the query', 'GET', '/extension/state?rows=12', undefined],
  ['a field of another request', 'POST', '/loads', { load: inquiry.load, outcome: 'booked' }],
] as const)('[D12.5] a request with %s is refused before it leaves', (_, method, path, body) => {
  expect(() => describe(method, path, body)).toThrow('the ledger names no')
})

test('[D12.5] a request with another header is refused before it leaves', () => {
  const more = new Headers([...headers, ['x-rows', '12']])
  expect(() => describeRequest({ to, method: 'GET', path: '/home', headers: more, body: undefined })).toThrow('x-rows')
})
