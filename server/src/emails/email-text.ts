import { brand } from '@loadping/contract/brand'
import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import { compile, type FormatCallback } from 'html-to-text'

/** Ends a cell or its paragraph, so that a reader or a program can tell it from the next one. */
const formatCell: FormatCallback = (cell, walk, builder) => {
  walk(cell.children, builder)
  builder.addLiteral(' ')
}

const row = { format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } }
const toText = compile({
  wordwrap: 78,
  limits: { maxDepth: 100 },
  formatters: { cell: formatCell },
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    { selector: 'tr', ...row },
    { selector: 'td', format: 'cell' },
    { selector: 'th', format: 'cell' },
    { selector: 'td > p', format: 'cell' },
    { selector: 'th > p', format: 'cell' },
  ],
})

/** Converts an email body to plain text. */
export const textOf = (html: string): string =>
  toText(html)
    .replace(/ +$/gm, '')
    .replace(/(\S) {2,}/g, '$1 ')

/** Returns the Message-ID of an email, the same on every attempt. */
export const messageIdOf = (emailId: string): string => `<${emailId}@${domainOf(brand.relayAddress)}>`
