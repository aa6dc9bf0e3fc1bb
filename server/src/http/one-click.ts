import { brand } from '@loadping/contract/brand'
import { color } from '@loadping/contract/palette'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pageHead } from './page-head.ts'

/** What a page says before and after its click: our own words, which need no escape. */
type Texts = { question: string; done: string; text: string; button: string }

type OneClick<Read> = {
  /** Returns what a token stands for; undefined for an invalid one. */
  read: (token: unknown) => Read | undefined
  act: (read: Read) => Promise<unknown>
  describe: (read: Read) => Texts
}

const hidden = { schema: { hide: true }, config: { limit: 'public' } } as const
type WithToken = { Querystring: { token?: unknown } }

/**
 * Serves a one-click link of emails (RFC 8058). GET only asks; POST from any origin acts, authorized by the token. Acting
 * again must change nothing.
 */
export function serveOneClick<Read>(app: FastifyInstance, path: string, { read, act, describe }: OneClick<Read>): void {
  app.register((scope, _options, done) => {
    // The body that mail providers post adds nothing to the URL.
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      async () => undefined,
    )

    scope.get<WithToken>(path, hidden, ({ query }, reply) => {
      const found = read(query.token)
      return found === undefined ? refuse(reply) : show(reply, askPage(describe(found)))
    })
    scope.post<WithToken>(path, { ...hidden, bodyLimit: 4_096 }, async ({ query }, reply) => {
      const found = read(query.token)
      if (found === undefined) return refuse(reply)
      await act(found)
      const { done: title, text } = describe(found)
      return show(reply, page({ title, text }))
    })
    done()
  })
}

const show = (reply: FastifyReply, html: string): FastifyReply => reply.code(200).type('text/html').send(html)

const refuse = (reply: FastifyReply): FastifyReply =>
  reply
    .code(400)
    .type('text/html')
    .send(
      page({
        title: "This link doesn't work",
        text: `The link is incomplete. Open it again from the email, or contact ${brand.supportAddress}.`,
      }),
    )

const askPage = ({ question: title, text, button }: Texts): string =>
  page({
    title,
    text,
    end: `<form method="post"><button name="List-Unsubscribe" value="One-Click">${button}</button></form>`,
  })

/** Renders a page without scripts. */
const page = ({ title, text, end = '' }: { title: string; text: string; end?: string }): string =>
  `${pageHead(`${title} - ${brand.name}`)}
<style>
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; }
  body { max-width: 384px; margin: 96px auto; padding: 0 16px; }
  h1 { font-size: 20px; line-height: 28px; }
  p { color: ${color('text-muted')}; }
  button { display: block; width: 100%; margin-top: 24px; padding: 12px; border: 0; border-radius: 6px; background: ${color('accent-solid')}; color: ${color('accent-on')}; font: inherit; font-weight: 500; cursor: pointer; }
  button:focus-visible { outline: 3px solid ${color('page-outline')}; outline-offset: 2px; }
</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
${end}
</main>
</html>`
