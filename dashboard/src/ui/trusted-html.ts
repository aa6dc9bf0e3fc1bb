import DOMPurify from 'dompurify'

declare global {
  interface Window {
    /** Trusted Types, which not every browser has yet. */
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
  }
}

// Libraries assign HTML as text. It passes only if sanitizing changes nothing; the browser rejects the rest.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => (DOMPurify.sanitize(html) === html ? html : null),
})

/** Shows HTML in a separate frame, with its styles and without scripts. */
export function showPage(frame: HTMLIFrameElement, html: string): void {
  Object.assign(frame, {
    srcdoc: DOMPurify.sanitize(html, { FORCE_BODY: true, SANITIZE_NAMED_PROPS: true, RETURN_TRUSTED_TYPE: true }),
  })
}
