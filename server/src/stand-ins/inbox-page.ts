import { brand } from '@loadping/contract/brand'
import { escapeHtml } from '@loadping/contract/format/text'
import { color, lightColor } from '@loadping/contract/palette'
import { pageHead } from '../http/page-head.ts'
import { failureDomains, type InboxMessage, wrongPassword } from './inbox.ts'
import { demoSmtpHost } from './mail-certificate.ts'

/** Renders the inbox, newest first, each message in a sandboxed frame. */
export const inboxPage = (messages: InboxMessage[]): string => `${pageHead(`Local inbox (${messages.length})`)}
<meta http-equiv="refresh" content="5">
<style>
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 800px; margin: 32px auto; padding: 0 16px; }
  dl.wide { grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 8px 0; }
  @media (max-width: 560px) { dl.wide { grid-template-columns: 1fr; } }
  .note, dt, time { color: ${color('text-muted')}; }
  article { border: 1px solid ${color('border-default')}; border-radius: 8px; margin: 16px 0; padding: 16px; }
  h1 { font-size: 20px; } h2 { font-size: 14px; margin: 0 0 8px; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: 72px 1fr; gap: 0 8px; margin: 0 0 12px; overflow-wrap: anywhere; } dd { margin: 0; }
  iframe { width: 100%; height: 240px; resize: vertical; border: 1px solid ${color('border-subtle')}; border-radius: 6px; background: ${lightColor('bg-surface')}; }
</style>
<h1>Local inbox</h1>
<p class="note">A stand-in of ${brand.name} for this machine: it accepts email and delivers none. Refreshes every 5 seconds.</p>
<section>
<h2>Test addresses</h2>
<dl class="wide">
<dt>any@${failureDomains.refuses}</dt><dd>Rejected: the send fails.</dd>
<dt>any@${failureDomains.busy}</dt><dd>Deferred: the send is retried.</dd>
<dt>any@${failureDomains.silent}</dt><dd>No reply: the result is unknown.</dd>
<dt>${demoSmtpHost}</dt><dd>An SMTP server on port 465 or 587 for the mailbox page. Any username and password work, except the password <code>${wrongPassword}</code>.</dd>
</dl>
</section>
${messages.map(article).join('\n') || '<p>No emails yet.</p>'}
</html>`

const article = ({ from, to, cc, subject, html, text, headers, receivedAt }: InboxMessage): string => `<article>
<h2>${escapeHtml(subject)}</h2>
<dl>
<dt>From</dt><dd>${escapeHtml(from)}</dd>
<dt>To</dt><dd>${escapeHtml(to.join(', '))}</dd>
${cc.length > 0 ? `<dt>Cc</dt><dd>${escapeHtml(cc.join(', '))}</dd>` : ''}
${headers['reply-to'] ? `<dt>Reply-To</dt><dd>${escapeHtml(headers['reply-to'])}</dd>` : ''}
<dt>Received</dt><dd><time>${receivedAt}</time></dd>
</dl>
<iframe sandbox="allow-popups allow-top-navigation-by-user-activation" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(`<base target="_top"><style>body{font:14px/20px system-ui,sans-serif;color:${lightColor('text-primary')}}</style>${html || `<pre>${escapeHtml(text)}</pre>`}`)}"></iframe>
</article>`
