import { brand } from '@loadping/contract/brand'
import { compile } from 'html-to-text'

const toText = compile({
  wordwrap: 78,
  limits: { maxDepth: 100 },
  selectors: [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }],
})

/** Converts an email body to plain text. */
export const textOf = (html: string): string => toText(html)

/** Returns the Message-ID of an email, the same on every attempt. */
export const messageIdOf = (emailId: string): string =>
  `<${emailId}@${brand.relayAddress.slice(brand.relayAddress.lastIndexOf('@') + 1)}>`
