import { brand } from '@loadping/contract/brand'
import { pages } from '@loadping/contract/pages'
import { color } from '@loadping/contract/palette'
import { oauthTimeoutMinutes } from '../oauth/oauth.service.ts'

/** Shown when an exchange with a provider cannot be finished. */
export const oauthErrorPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>This sign-in did not work - ${brand.name}</title>
<style>
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 384px; margin: 96px auto; padding: 0 16px; }
  h1 { font-size: 20px; line-height: 28px; }
  p { color: ${color('text-muted')}; }
  a { display: block; margin-top: 24px; padding: 12px; border-radius: 6px; background: ${color('accent-solid')}; color: ${color('accent-on')}; font-weight: 500; text-align: center; text-decoration: none; }
  a:focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 2px; }
</style>
<main>
<h1>This sign-in did not work</h1>
<p>It was used before, took longer than ${oauthTimeoutMinutes} minutes, or was started in another browser. Nothing was changed.</p>
<a href="${pages.signIn}">Back to sign-in</a>
</main>
</html>`
