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
    nestingLimit: 50,
  })
