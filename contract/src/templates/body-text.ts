/** Returns the text that a reader of an HTML body sees: one line for each paragraph, row or line break. Linear time. */
export function bodyText(html: string): string {
  const text = (html.match(pieces) ?? []).map((piece) => (piece.startsWith('<') ? textOfTag(piece) : textOf(piece)))
  return text
    .join('')
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n+/g, '\n')
    .trim()
}

const pieces = /<[^<>]*>|[^<]+|</g
const blockTag = /^<\/?(?:p|div|br|li|ul|ol|tr|table|h[1-3]|blockquote|hr)(?![a-z0-9])/i

function textOfTag(tag: string): string {
  if (blockTag.test(tag)) return '\n'
  if (/^<\/?t[dh](?![a-z])/i.test(tag)) return ' '
  return tag === '<' ? '<' : ''
}

const textOf = (piece: string): string =>
  piece.replace(/\s+/g, ' ').replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi, decodeEntity)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decodeEntity(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name) return entities[name] ?? entity
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
