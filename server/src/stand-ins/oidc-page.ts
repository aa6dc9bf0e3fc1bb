import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { color } from '@loadping/contract/palette'
import { identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import type { DemoAccount } from '../demo/demo-accounts.ts'
import { pageHead } from '../http/page-head.ts'

/** Renders the sign-in page of a local provider, without scripts. */
export function oidcPage(id: MailProviderId, demo: Pick<DemoAccount, 'email' | 'title'>[]): string {
  const { name } = identityProviders[id]
  return `${pageHead(`Stand-in for ${name}`)}
<style>
  :root { color-scheme: light dark; accent-color: ${color('accent-solid')}; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 416px; margin: 48px auto; padding: 0 16px; }
  h1 { font-size: 20px; line-height: 28px; margin: 0 0 4px; } h2 { font-size: 14px; margin: 24px 0 8px; }
  .note, small { color: ${color('text-muted')}; } .note { margin: 0; }
  label { display: block; margin: 0 0 12px; font-weight: 500; }
  label.check { display: flex; gap: 8px; align-items: start; font-weight: 400; } label.check input { margin: 3px 0 0; }
  input[type=email], input[type=text] { display: block; box-sizing: border-box; width: 100%; height: 40px; margin-top: 4px; padding: 0 12px; font: inherit; font-size: 16px; border: 1px solid ${color('border-control')}; border-radius: 6px; background: ${color('page-field')}; color: inherit; }
  button { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid ${color('border-default')}; border-radius: 6px; background: ${color('page-button')}; color: inherit; cursor: pointer; }
  button.account { display: block; width: 100%; margin: 0 0 8px; text-align: left; } button.account::first-letter { text-transform: uppercase; } button small { display: block; }
  button.primary { background: ${color('accent-solid')}; border-color: transparent; color: ${color('accent-on')}; font-weight: 500; }
  :focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 1px; }
  .actions { display: flex; gap: 8px; margin-top: 16px; }
</style>
<main>
<h1>Sign in with ${name}</h1>
<p class="note">This is a stand-in of ${brand.name} for ${name} on this machine. It accepts any address, no password.</p>
<form method="post">
<button hidden name="action" value="continue">Continue</button>
${demo.length > 0 ? `<h2>Demo accounts</h2>\n${demo.map(accountButton).join('\n')}` : ''}
<h2>Someone else</h2>
<label>Email address <input type="email" name="email" required maxlength="254" autocomplete="off"></label>
<label>Name <input type="text" name="name" maxlength="100" autocomplete="off"></label>
<h2>Options</h2>
<label class="check"><input type="checkbox" name="canSend" checked> Allow ${brand.name} to send email from this address</label>
<label class="check"><input type="checkbox" name="isEmailVerified" checked> The provider verified this address</label>
<label class="check"><input type="checkbox" name="needsAdministrator"> Only an administrator may allow ${brand.name}</label>
<p class="actions"><button class="primary" name="action" value="continue">Continue</button> <button name="action" value="cancel" formnovalidate>Cancel</button></p>
</form>
</main>
</html>`
}

const accountButton = ({ email, title }: Pick<DemoAccount, 'email' | 'title'>): string =>
  `<button class="account" name="account" value="${escapeHtml(email)}" formnovalidate>${escapeHtml(title)}<small>${escapeHtml(email)}</small></button>`

/** Renders where an administrator allows us, as Microsoft's admin consent does. */
export const adminConsentPage = (accept: string, cancel: string): string => `${pageHead('Stand-in for Outlook')}
<style>:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; } body { max-width: 384px; margin: 64px auto; padding: 0 16px; }</style>
<h1>Permissions requested</h1>
<p>This is a stand-in for Microsoft. An administrator allows ${brand.name} to send email for everyone in the organization.</p>
<p><a href="${escapeHtml(accept)}">Accept</a> &middot; <a href="${escapeHtml(cancel)}">Cancel</a></p>
</html>`

export const errorPage = (error: string): string => `${pageHead('Stand-in')}
<style>:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; } body { max-width: 384px; margin: 64px auto; padding: 0 16px; }</style>
<h1>Sign-in error</h1>
<p>The stand-in returned: ${escapeHtml(error)}. <a href="/sign-in">Start again</a></p>
</html>`
