import {
  bodyAttributes,
  bodyLinkSchemes,
  bodyStyles,
  bodyStyleValues,
  bodyTags,
  maxDepth,
} from '@loadping/contract/templates/body-html'
import sanitizeHtml from 'sanitize-html'

/** Cleaning hostile markup can leave end tags that read differently the next time; this often is enough. */
const maxPasses = 6

/**
 * Sanitizes a body until sanitizing changes nothing more, so that what was saved stays the same when saved again. `refuse` throws
 * on what takes too long to sanitize, before and after each time: escaping can add more.
 */
export function cleanBody(html: string, refuse: (html: string) => void = () => {}): string {
  let clean = html
  refuse(clean)
  for (let pass = 0; pass < maxPasses; pass++) {
    const again = sanitizeBody(clean)
    if (again === clean) return clean
    refuse(again)
    clean = again
  }
  return sanitizeHtml(clean, { allowedTags: [] })
}

/** Sanitizes a body to text, layout and http, mailto and tel links. */
export const sanitizeBody = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: bodyTags,
    allowedAttributes: bodyAttributes,
    allowedStyles: { '*': Object.fromEntries(bodyStyles.map((name) => [name, bodyStyleValues])) },
    allowedSchemes: bodyLinkSchemes,
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
  })
