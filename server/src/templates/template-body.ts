import {
  bodyAttributes,
  bodyLinkSchemes,
  bodyStyles,
  bodyStyleValues,
  bodyTags,
  maxDepth,
} from '@loadping/contract/rules/body-html'
import sanitizeHtml from 'sanitize-html'

/** Sanitizes a body to text, layout and http, mailto and tel links. Idempotent. */
export const sanitizeBody = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: bodyTags,
    allowedAttributes: bodyAttributes,
    allowedStyles: { '*': Object.fromEntries(bodyStyles.map((name) => [name, bodyStyleValues])) },
    allowedSchemes: bodyLinkSchemes,
    allowProtocolRelative: false,
    nestingLimit: maxDepth,
  })
