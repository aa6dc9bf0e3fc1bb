import { brand } from '@loadping/contract/brand'
import { compile } from 'html-to-text'

const toText = compile({
  wordwrap: 78,
  limits: { maxDepth: 100 },
  selectors: [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }],
})

/** The same message as plain text, for those who read it so. */
export const textOf = (html: string): string => toText(html)

/** The Message-ID of an inquiry, the same on every attempt (E06). */
export const messageIdOf = (emailId: string): string =>
  `<${emailId}@${brand.relayAddress.slice(brand.relayAddress.lastIndexOf('@') + 1)}>`
