import DOMPurify, { type Config } from 'dompurify'

declare global {
  interface Window {
    /** Trusted Types, which not every browser has yet. */
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
  }
}

/** What Leaflet assigns to learn whether the browser draws SVG; sanitizing adds the end tag. */
const leafletProbe = '<svg/>'

// Libraries assign HTML as text. It passes only if sanitizing changes nothing; the browser rejects the rest.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => (html === leafletProbe || DOMPurify.sanitize(html) === html ? html : null),
})

const options: Config = {
  FORCE_BODY: true,
  SANITIZE_NAMED_PROPS: true,
  RETURN_TRUSTED_TYPE: true,
  // Nothing is loaded from an email.
  FORBID_TAGS: ['img', 'picture', 'source', 'video', 'audio', 'track', 'image', 'svg', 'math'],
}

/** Sanitizes HTML for a frame's srcDoc. Where the browser has Trusted Types, the result is a TrustedHTML object. */
export const toFrameContent = (html: string): string => DOMPurify.sanitize(html, options)

type Allowed = { tags: string[]; attributes: string[]; links: RegExp }

/** Sanitizes HTML to these tags, attributes and links. */
export function sanitizeToFragment(html: string, { tags, attributes, links }: Allowed): DocumentFragment {
  // A frame set has no body, and DOMPurify then returns null.
  const fragment: DocumentFragment | null = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: links,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    FORCE_BODY: true,
    RETURN_DOM_FRAGMENT: true,
  })
  return fragment ?? document.createDocumentFragment()
}
