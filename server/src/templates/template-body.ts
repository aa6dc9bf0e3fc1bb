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

/** Plain words, numbers and colors: nothing that fetches, and nothing that is computed. */
const plain = '[\\w\\s#%.,\'"-]{0,200}'
const styleValues = [new RegExp(`^${plain}$`), new RegExp(`^${plain}rgba?\\([\\d\\s.,%]{1,40}\\)${plain}$`, 'i')]

/** What a mail's body may hold: text, its layout, and links to the web, to addresses and to phones. Doing it twice changes nothing more. */
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
