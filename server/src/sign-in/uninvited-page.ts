import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { pages } from '@loadping/contract/pages'
import { oauthPage } from './oauth-page.ts'

export const uninvitedPath = '/auth/uninvited'

/** Shown to a person whom a provider knows and who may not sign up here. Says whom to ask. */
export const uninvitedPage = (): string =>
  oauthPage(
    `${brand.name} is by invitation here`,
    `<p>No account was created. To get one, ask ${escapeHtml(brand.supportAddress)} to invite your address, then sign in again.</p>
<a class="main" href="${pages.signIn}">Use another account</a>`,
  )
