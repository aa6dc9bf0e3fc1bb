import { carrierDefaultTemplate } from '@loadping/contract/rules/default-template'
import { expect, test } from 'vitest'
import { toHtml, toPlainText } from './plain-body.ts'

const pairs: [what: string, html: string, text: string][] = [
  ['nothing', '', ''],
  ['one paragraph', '<p>Hi {{company}},</p>', 'Hi {{company}},'],
  ['two paragraphs', '<p>One</p>\n<p>Two</p>', 'One\n\nTwo'],
  ['lines in a paragraph', '<p>Maria<br>Redbud</p>', 'Maria\nRedbud'],
  ['an empty paragraph', '<p>One</p>\n<p></p>\n<p>Two</p>', 'One\n\n\n\nTwo'],
  ['marks inside a paragraph', '<p>Hi[[ {{company}}]],</p>', 'Hi[[ {{company}}]],'],
  [
    'marks around the text of a paragraph',
    '<p>One</p>\n<p>[[We ask {{rate:trip+8% to 5}}.]]</p>',
    'One\n\n[[We ask {{rate:trip+8% to 5}}.]]',
  ],
  ['two marks in one paragraph', '<p>[[{{do}} miles]][[ and {{rate}}]]</p>', '[[{{do}} miles]][[ and {{rate}}]]'],
  ['characters that HTML escapes', '<p>5 &lt; 6 &amp; 7 &gt; 6, “ok”</p>', '5 < 6 & 7 > 6, “ok”'],
  ['text that looks like an entity', '<p>&amp;amp;</p>', '&amp;'],
]

test.each(pairs)('%s goes from HTML to text and back without loss', (_what, html, text) => {
  expect(toPlainText(html)).toBe(text)
  expect(toHtml(text)).toBe(html)
})

test('the Default template goes to text and back without loss', () => {
  const text = toPlainText(carrierDefaultTemplate.template)

  expect(text).toContain('[[MC {{mc}}]]')
  expect(toHtml(text ?? '')).toBe(carrierDefaultTemplate.template)
})

test.each(['<p>a<br />b</p><p>c</p>', '<p>a<br/>b</p>\n\n<p>c</p>\n', '<p>a\n  <br>b</p><p>c</p>'])(
  'other spellings of the same message, as in %j, read the same',
  (html) => {
    expect(toPlainText(html)?.replaceAll(' ', '')).toBe('a\nb\n\nc')
  },
)

test.each([
  '<p>Hi <b>you</b></p>',
  '<p style="color:red">a</p>',
  '<div>a</div>',
  'bare text',
  '<p>a</p><table></table>',
  '[[<p>a</p>]]',
  '[[<p>a</p><p>b</p>]]',
  '<p>caf&eacute;</p>',
  '<p>&#x41;</p>',
  '<p>a<!-- b --></p>',
])('%s holds more than text could give back', (html) => {
  expect(toPlainText(html)).toBeUndefined()
})
