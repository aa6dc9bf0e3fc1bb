import { devPaths } from '@loadping/contract/extension-bridge'
import type { IdentityProviderId } from '@loadping/contract/sign-in'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import PostalMime from 'postal-mime'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { parseSmtpUrl } from '../integrations/mailbox-relay.ts'
import { deliverBySmtp } from '../integrations/smtp-delivery.ts'
import type { FindIssuer } from './oidc.ts'
import { sendScopes } from './oidc-client.ts'

/** Where the stand-ins of Gmail and Microsoft Graph are; their paths go on as those of the real ones do. */
export const mailApiPaths: Record<IdentityProviderId, string> = {
  google: `${devPaths.dev}gmail`,
  outlook: `${devPaths.dev}graph`,
}

type Reply = { status: number; headers?: Record<string, string>; body?: object }

/** How one API says things. */
type MailApiDialect = {
  path: string
  /** The mail in a body; undefined for one that it cannot read. */
  readMail: (request: FastifyRequest) => Buffer | undefined
  taken: () => Reply
  refused: (status: number, word: string, message: string) => Reply
}

/** What Gmail and Microsoft Graph do with a mail that is sent over them: they ask whose token it is, and pass the mail on. */
export function serveMailApis(
  dev: FastifyInstance,
  issuers: Record<IdentityProviderId, FindIssuer>,
  smtpUrl: string,
): void {
  dev.register((api, _options, done) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    for (const id of ['google', 'outlook'] as const) {
      api.post(
        `${mailApiPaths[id]}${mailApis[id].path}`,
        { schema: { hide: true }, bodyLimit: 3_000_000 },
        async (request, reply) => {
          const { status, headers = {}, body } = await send(request, { id, findIssuer: issuers[id], smtpUrl })
          return reply.code(status).headers(headers).send(body)
        },
      )
    }
    done()
  })
}

async function send(
  request: FastifyRequest,
  { id, findIssuer, smtpUrl }: { id: IdentityProviderId; findIssuer: FindIssuer; smtpUrl: string },
): Promise<Reply> {
  const { refused, readMail, taken } = mailApis[id]
  const { provider, findPerson } = await findIssuer()
  const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = await provider.AccessToken.find(bearer)
  const person = token?.isValid ? findPerson(token.accountId) : undefined
  if (!token || !person)
    return refused(401, words[id].stranger, 'The access token is missing, has run out, or was given back.')
  if (!token.scope?.split(' ').includes(sendScopes[id]))
    return refused(403, words[id].mayNot, 'The access token gives no leave to send mail.')

  const raw = readMail(request)
  if (!raw) return refused(400, words[id].unreadable, 'There is no mail in this body.')
  const mail = await PostalMime.parse(raw)
  const [to, ...cc] = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])].flatMap(
    ({ address }) => address ?? [],
  )
  if (!to) return refused(400, words[id].unreadable, 'The mail has no recipient.')
  if (mail.from?.address?.toLowerCase() !== person.email)
    return refused(400, words[id].notYou, `The mail is not from ${person.email}.`)

  const result = await deliverBySmtp(
    parseSmtpUrl(smtpUrl),
    { raw, from: person.email, to, cc, ccEnvelopeFrom: person.email },
    async () => {},
  )
  return result.outcome === 'accepted' ? taken() : failureReplies[result.outcome](result, refused)
}

/** What a mail server behind the API says comes back as the API would say it. */
const failureReplies: Record<
  Exclude<DeliveryResult['outcome'], 'accepted'>,
  (result: { reason: string }, refused: MailApiDialect['refused']) => Reply
> = {
  rejected: ({ reason }, refused) => refused(400, 'failedPrecondition', reason),
  unauthorized: ({ reason }, refused) => refused(400, 'failedPrecondition', reason),
  retry: ({ reason }, refused) => ({ ...refused(429, 'rateLimitExceeded', reason), headers: { 'retry-after': '60' } }),
  unknown: ({ reason }, refused) => refused(503, 'backendError', reason),
}

const words: Record<IdentityProviderId, { stranger: string; mayNot: string; unreadable: string; notYou: string }> = {
  google: {
    stranger: 'authError',
    mayNot: 'insufficientPermissions',
    unreadable: 'invalidArgument',
    notYou: 'failedPrecondition',
  },
  outlook: {
    stranger: 'InvalidAuthenticationToken',
    mayNot: 'ErrorAccessDenied',
    unreadable: 'ErrorMimeContentInvalidBase64String',
    notYou: 'ErrorSendAsDenied',
  },
}

const mailApis: Record<IdentityProviderId, MailApiDialect> = {
  google: {
    path: '/gmail/v1/users/me/messages/send',
    readMail: ({ headers, body }) =>
      /^application\/json\b/.test(headers['content-type'] ?? '')
        ? decode(readRaw(String(body)), 'base64url')
        : undefined,
    taken() {
      const id = Date.now().toString(16)
      return { status: 200, body: { id, threadId: id, labelIds: ['SENT'] } }
    },
    refused: (status, word, message) => ({
      status,
      body: { error: { code: status, message, errors: [{ message, domain: 'global', reason: word }] } },
    }),
  },
  outlook: {
    path: '/v1.0/me/sendMail',
    readMail: ({ headers, body }) =>
      /^text\/plain\b/.test(headers['content-type'] ?? '') ? decode(String(body), 'base64') : undefined,
    taken: () => ({ status: 202 }),
    refused: (status, word, message) => ({ status, body: { error: { code: word, message } } }),
  },
}

function readRaw(body: string): string {
  try {
    return String(Object(JSON.parse(body)).raw ?? '')
  } catch {
    return ''
  }
}

function decode(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const alphabet = encoding === 'base64' ? /^[A-Za-z\d+/]+={0,2}$/ : /^[\w-]+={0,2}$/
  return alphabet.test(text) ? Buffer.from(text, encoding) : undefined
}
