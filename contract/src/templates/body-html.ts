import { formatCount } from '../format/counts.ts'
/** What a template's body may hold: text, layout and links. The editor keeps exactly this, and the server stores it. */
export const bodyTags = [
  'p',
  'br',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'a',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'h1',
  'h2',
  'h3',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'font',
  'sub',
  'sup',
  'small',
]

const cell = ['colspan', 'rowspan', 'align', 'valign', 'width', 'height', 'bgcolor']

/** The attributes of each tag; `*` is every tag. */
export const bodyAttributes: Record<string, string[]> = {
  '*': ['style', 'dir'],
  a: ['href'],
  font: ['color', 'face', 'size'],
  p: ['align'],
  div: ['align'],
  ol: ['start', 'type'],
  table: ['width', 'border', 'cellpadding', 'cellspacing', 'align', 'bgcolor'],
  tr: ['align', 'valign', 'bgcolor'],
  td: cell,
  th: cell,
}

export const bodyLinkSchemes = ['http', 'https', 'mailto', 'tel']

const sides = ['top', 'right', 'bottom', 'left']

export const bodyStyles = [
  'color',
  'background',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-align',
  'text-decoration',
  'text-indent',
  'text-transform',
  'letter-spacing',
  'line-height',
  'vertical-align',
  'white-space',
  'direction',
  'list-style-type',
  'width',
  'max-width',
  'height',
  'margin',
  ...sides.map((side) => `margin-${side}`),
  'padding',
  ...sides.map((side) => `padding-${side}`),
  'border',
  ...sides.map((side) => `border-${side}`),
  'border-color',
  'border-style',
  'border-width',
  'border-collapse',
  'border-spacing',
  'border-radius',
]

const plain = '[\\w\\s#%.,\'"-]{0,200}'

/** CSS values of plain words, numbers and colors, without URLs or functions. */
export const bodyStyleValues = [
  new RegExp(`^${plain}$`),
  new RegExp(`^${plain}rgba?\\([\\d\\s.,%]{1,40}\\)${plain}$`, 'i'),
]

/** Returns the declarations of a style attribute that a body may hold. */
export function keepStyles(css: string): string {
  const kept = css.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':')
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    const isKept =
      value && styleNames.has(name) && hasPairedQuotes(value) && bodyStyleValues.some((one) => one.test(value))
    return isKept ? [`${name}:${value}`] : []
  })
  return kept.join(';')
}

const styleNames = new Set(bodyStyles)
const hasPairedQuotes = (value: string): boolean => /^[^'"]*(?:"[^"']*"[^'"]*|'[^'"]*'[^'"]*)*$/.test(value)

const maxTags = 2_000
export const maxDepth = 50
/** Characters that sanitizing or filling has work with: entities, attributes, styles, placeholders. */
const maxMarks = 10_000

/** Elements that need no end tag, so that their start tags don't nest. */
const withoutEnd = new Set(['p', 'br', 'hr', 'img', 'li', 'tr', 'th', 'td', 'thead', 'tbody', 'meta', 'link'])

/** Returns why a body takes too long to show or sanitize, or undefined. Takes linear time. */
export function findExcess(html: string): string | undefined {
  let tags = 0
  let endTags = 0
  let marks = 0
  let depth = 0
  for (const [mark, slash, name = ''] of html.matchAll(/<(\/?)([a-z]\w{0,9})?|[&;:={[]/gi)) {
    if (slash) endTags++
    else if (mark.startsWith('<')) tags++
    else marks++
    if (name && !withoutEnd.has(name.toLowerCase())) depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (tags > maxTags || endTags > maxTags) return `At most ${formatCount(maxTags)} tags`
    if (marks > maxMarks) return 'Too much formatting. Paste it as plain text'
    if (depth > maxDepth) return `At most ${maxDepth} tags inside each other`
  }
  return undefined
}
