import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { pages } from '@loadping/contract/pages'
import type { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import type { IdentityProvider } from '../integrations/identity-provider.ts'
import { oauthPage } from './oauth-page.ts'

const services: Record<MailProviderId, string> = { google: 'Gmail', outlook: 'Outlook' }

type Administration = IdentityProvider['administration']

const steps: Record<MailProviderId, (administration: Administration) => string> = {
  outlook: ({ url }) => `Please open this link, check what it asks for, and accept:
${url}`,
  google: ({ url, clientId }) => `Please allow it in the Google Admin console:
1. Open ${url} and go to Security > Access and data control > API controls.
2. Choose "Manage Third-Party App Access", then add an app by its OAuth client ID:
${clientId}
3. Set its access to "Trusted".`,
}

const request = (id: MailProviderId, administration: Administration) => `Hello,

I use ${brand.name} to email brokers and carriers about loads from my own mailbox. Our organization asks an administrator to allow it once.

${steps[id](administration)}

${brand.name} asks to sign people in and to send email as the person who connects a mailbox. It cannot read email.

Thank you`

/** Renders what a user sends to the administrator of their organization. */
export const administratorPage = (id: MailProviderId, administration: Administration): string =>
  oauthPage(
    `Your administrator has to allow ${brand.name}`,
    `<p>Your organization lets only an administrator allow apps that send email from ${services[id]}. Nothing was changed. ${brand.name} asks only to sign you in and to send email as you; it cannot read your mailbox.</p>
<h2><label for="request">1. Send this to your administrator</label></h2>
<textarea id="request" rows="18" readonly>${escapeHtml(request(id, administration))}</textarea>
<button type="button" data-copy="request">Copy message</button>
${id === 'outlook' ? link(administration.url) : ''}
<h2>2. Once it is allowed, connect your mailbox</h2>
<p>Until then you can sign in by an emailed link, and send from another mailbox.</p>
<a class="main" href="${pages.email}">Back to Email</a>
<p id="copied" role="status" class="unseen"></p>
<script src="${copyScriptPath}" defer></script>`,
  )

const link = (url: string): string => `<h2><label for="link">Or only the link</label></h2>
<textarea id="link" rows="4" readonly>${escapeHtml(url)}</textarea>
<button type="button" data-copy="link">Copy link</button>`

/** Renders what the administrator sees who comes back from Microsoft. */
export const administratorDonePage = (isAllowed: boolean): string =>
  isAllowed
    ? oauthPage(
        `${brand.name} is allowed`,
        `<p>Microsoft says that you allowed ${brand.name} for your organization. Everyone in it can now connect their mailbox. Tell the person who asked you; there is nothing else to do.</p>
<a class="main" href="${pages.home}">Open ${brand.name}</a>`,
      )
    : oauthPage(
        `${brand.name} was not allowed`,
        `<p>Nothing was changed. Only an administrator of the organization can allow ${brand.name}. To try again, open the link that you were sent.</p>
<a class="main" href="${pages.home}">Open ${brand.name}</a>`,
      )

export const copyScriptPath = '/auth/copy.js'

/** Copies the text that a button names, and says so; if the browser refuses, selects it. */
export const copyScript = `for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy)
    const status = document.getElementById('copied')
    try {
      await navigator.clipboard.writeText(text.value)
      button.textContent = status.textContent = 'Copied'
      setTimeout(() => { button.textContent = label; status.textContent = '' }, 3000)
    } catch {
      text.select()
      status.classList.remove('unseen')
      status.textContent = "Your browser didn't let us copy. The text is selected: copy it yourself."
    }
  })
}
`
