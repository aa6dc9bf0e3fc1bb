import { expect, test } from 'vitest'
import { textOf } from './email-text.ts'

test('[D3.5] cells of a table are apart in the text of an email, and each row is a line', () => {
  const rows = (cell: (text: string) => string) =>
    `<tr>${cell('Lane')}${cell('Rate')}</tr><tr>${cell('Joliet, IL')}${cell('$2,450')}</tr>`
  const plain = `<p>Hi</p><table>${rows((text) => `<td>${text}</td>`)}</table><p>Thanks</p>`
  const written = `<p>Hi</p><table><tbody>${rows((text) => `<td><p>${text}</p></td>`)}</tbody></table><p>Thanks</p>`

  for (const html of [plain, written]) expect(textOf(html)).toBe('Hi\n\nLane Rate\nJoliet, IL $2,450\n\nThanks')
})
