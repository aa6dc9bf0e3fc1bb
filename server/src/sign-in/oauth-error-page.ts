import { pages } from '@loadping/contract/pages'
import { oauthTimeoutMinutes } from '../oauth/oauth.service.ts'
import { oauthPage } from './oauth-page.ts'

/** Shown when an exchange with a provider cannot be finished. */
export const oauthErrorPage = oauthPage(
  'Sign-in failed',
  `<p>It was used before, took longer than ${oauthTimeoutMinutes} minutes, or was started in another browser. Nothing was changed.</p>
<a class="main" href="${pages.signIn}">Back to sign-in</a>`,
)
