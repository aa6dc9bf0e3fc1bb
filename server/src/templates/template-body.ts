import sanitizeHtml from 'sanitize-html'

const styles = [
  'color',
  'background-color',
  'font-family',
  'font-size',
  'font-weight',
  'font-style',
  'text-align',
  'text-decoration',
  'line-height',
  'margin',
  'padding',
  'border',
  'width',
]

/** CSS values of plain words, numbers and colors, without URLs or functions. */
const plain = '[\\w\\s#%.,\'"-]{0,200}'
const styleValues = [new RegExp(`^${plain}$`), new RegExp(`^${plain}rgba?\\([\\d\\s.,%]{1,40}\\)${plain}$`, 'i')]

const maxTags = 2_000
const maxDepth = 50
/** Characters that sanitizing or filling has work with: entities, attributes, styles, placeholders. */
const maxMarks = 10_000

/** Elements that need no end tag, so that their start tags don't nest. */
const withoutEnd = new Set(['p', 'br', 'hr', 'img', 'li', 'tr', 'th', 'td', 'thead', 'tbody', 'meta', 'link'])

/** Returns why a body takes too long to sanitize, or undefined. Takes linear time. */
export function findExcess(html: string): string | undefined {
  let [tags, endTags, marks, depth] = [0, 0, 0, 0]
  for (const [mark, slash, name = ''] of html.matchAll(/<(\/?)([a-z]\w{0,9})?|[&;:={[]/gi)) {
    if (slash) endTags++
    else if (mark.startsWith('<')) tags++
    else marks++
    if (name && !withoutEnd.has(name.toLowerCase())) depth = slash ? Math.max(0, depth - 1) : depth + 1
    if (tags > maxTags || endTags > maxTags) return `At most ${maxTags.toLocaleString('en-US')} tags`
    if (marks > maxMarks) return 'Too much formatting. Paste it as plain text'
    if (depth > maxDepth) return `At most ${maxDepth} tags inside each other`
  }
  return undefined
}

/** Sanitizes a body to text, layout and http, mailto and tel links. Idempotent. */
export const sanitizeBody = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [
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
    ],
    allowedAttributes: {
      a: ['href'],
      font: ['color', 'face', 'size'],
      td: ['colspan', 'rowspan', 'align', 'valign', 'width'],
      th: ['colspan', 'rowspan', 'align'],
      table: ['width', 'border', 'cellpadding', 'cellspacing'],
      '*': ['style'],
    },
    allowedStyles: { '*': Object.fromEntries(styles.map((name) => [name, styleValues])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
  })
