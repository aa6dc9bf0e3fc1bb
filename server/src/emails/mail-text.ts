import { brand } from '@loadping/contract/brand'
import { convert } from 'html-to-text'

/** The same message as plain text, for those who read it so. */
export const textOf = (html: string): string =>
  convert(html, { wordwrap: 78, limits: { maxDepth: 100 }, selectors: [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }] })

/** The Message-ID of an inquiry, the same on every attempt (E06). */
export const messageIdOf = (emailId: string): string => `<${emailId}@${brand.relayAddress.slice(brand.relayAddress.lastIndexOf('@') + 1)}>`
