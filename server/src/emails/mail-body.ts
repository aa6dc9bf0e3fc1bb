import { convert } from 'html-to-text'
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
    allowedStyles: { '*': Object.fromEntries(styles.map((name) => [name, [/^[\w\s#%.,()'"-]{1,200}$/]])) },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
  })

/** The same message as plain text, for those who read it so. */
export const textOf = (html: string): string => convert(html, { wordwrap: 78, selectors: [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }] })
