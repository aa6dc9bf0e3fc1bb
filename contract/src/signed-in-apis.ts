import { emailsApi } from './emails.ts'
import { homeApi } from './home.ts'
import { mailboxesApi } from './mailboxes.ts'
import { snippetsApi } from './snippets.ts'
import { templatesApi } from './templates.ts'

/** The endpoints that only a signed-in user's pages call, in a file of their own so that the sign-in page loads without them. */
export const signedInApis = {
  templates: templatesApi,
  snippets: snippetsApi,
  emails: emailsApi,
  mailboxes: mailboxesApi,
  home: homeApi,
}
