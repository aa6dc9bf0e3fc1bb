import DOMPurify from 'dompurify'

declare global {
  interface Window {
    /** Not in every browser yet (Trusted Types). */
    trustedTypes?: { createPolicy: (name: string, rules: { createHTML: (html: string) => string | null }) => unknown }
  }
}

// Libraries assign HTML as text. It passes only when sanitizing leaves every character as it was; the rest is refused by the browser.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => (DOMPurify.sanitize(html) === html ? html : null),
})

/** Shows HTML in a frame of its own, with its styles and without anything that runs. */
export function showPage(frame: HTMLIFrameElement, html: string): void {
  Object.assign(frame, {
    srcdoc: DOMPurify.sanitize(html, { FORCE_BODY: true, SANITIZE_NAMED_PROPS: true, RETURN_TRUSTED_TYPE: true }),
  })
}
