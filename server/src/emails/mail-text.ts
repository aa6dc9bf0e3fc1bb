import { convert } from 'html-to-text'

/** The same message as plain text, for those who read it so. */
export const textOf = (html: string): string =>
  convert(html, { wordwrap: 78, limits: { maxDepth: 100 }, selectors: [{ selector: 'a', options: { hideLinkHrefIfSameAsText: true } }] })
