import { brand } from '@loadping/contract/brand'
import { color } from '@loadping/contract/palette'
import { pageHead } from '../http/page-head.ts'

/** Renders a page of the exchanges with Google and Outlook, which works without a session. */
export const oauthPage = (title: string, content: string): string => `${pageHead(`${title} - ${brand.name}`)}
<style>
  :root { color-scheme: light dark; accent-color: ${color('accent-solid')}; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 480px; margin: 64px auto; padding: 0 16px; }
  h1 { font-size: 20px; line-height: 28px; } h2 { font-size: 14px; line-height: 20px; margin: 32px 0 8px; }
  p { color: ${color('text-muted')}; }
  textarea { display: block; box-sizing: border-box; width: 100%; padding: 12px; font: inherit; border: 1px solid ${color('border-control')}; border-radius: 6px; background: ${color('page-field')}; color: inherit; resize: none; overflow-wrap: anywhere; field-sizing: content; }
  .unseen { position: absolute; overflow: hidden; width: 1px; height: 1px; margin: 0; clip-path: inset(50%); }
  button { font: inherit; font-weight: 500; min-height: 44px; margin-top: 8px; padding: 8px 16px; border: 1px solid ${color('border-default')}; border-radius: 6px; background: ${color('page-button')}; color: inherit; cursor: pointer; }
  .main { display: block; margin-top: 24px; padding: 12px; border-radius: 6px; background: ${color('accent-solid')}; color: ${color('accent-on')}; font-weight: 500; text-align: center; text-decoration: none; }
  :focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 2px; }
</style>
<main>
<h1>${title}</h1>
${content}
</main>
</html>`
