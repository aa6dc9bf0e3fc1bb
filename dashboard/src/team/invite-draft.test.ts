import { isEmailAddress } from '@loadping/contract/format/email-address'
import { expect, test } from 'vitest'
import { mergeAddresses, readAddresses, readAddressFile } from './invite-draft.ts'

test.each([
  ['', []],
  [' , ;\n', []],
  ['ana@x.example', ['ana@x.example']],
  [
    'ana@x.example, ben@x.example;cy@x.example dee@x.example\neve@x.example\r\n\tfay@x.example',
    ['ana', 'ben', 'cy', 'dee', 'eve', 'fay'].map(at),
  ],
  ['Ana@X.example ANA@x.EXAMPLE', ['ana@x.example']],
  ['Ana Diaz <ana@x.example>', ['ana@x.example']],
  ['Ana Diaz <ana@x.example>, "Berg, Ben" <ben@x.example>; cy@x.example', ['ana', 'ben', 'cy'].map(at)],
  ['ana@x.example <ana@x.example>', ['ana@x.example']],
  ['mailto:ana@x.example.', ['ana@x.example']],
  ['(ana@x.example)', ['ana@x.example']],
  ["'ana@x.example'", ['ana@x.example']],
  ['\u200Bana@x.example\uFEFF', ['ana@x.example']],
  ["o'neil+desk@x.example", ["o'neil+desk@x.example"]],
  ['ana@redbud marcus', ['ana@redbud', 'marcus']],
])('%j is read as %j', (text, addresses) => {
  expect(readAddresses(text)).toEqual(addresses)
})

test('a file with other columns gives its addresses only', () => {
  expect(readAddressFile('name,email,phone\r\n"Diaz, Ana","ana@x.example",555-0100\r\nBen,ben@x.example,\r\n')).toEqual(
    ['ana', 'ben'].map(at),
  )
})

test('a list of 10,000 is read and merged in no time', () => {
  const text = Array.from({ length: 10_000 }, (_, index) => `person${index}@x.example`).join('\n')

  const began = performance.now()
  const addresses = mergeAddresses(readAddresses(text), readAddresses(text))

  expect(addresses).toHaveLength(10_000)
  expect(addresses.every(isEmailAddress)).toBe(true)
  expect(performance.now() - began).toBeLessThan(1000)
})

function at(name: string): string {
  return `${name}@x.example`
}
