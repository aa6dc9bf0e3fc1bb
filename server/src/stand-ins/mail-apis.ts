import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import PostalMime from 'postal-mime'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { parseSmtpUrl } from '../integrations/mailbox-relay.ts'
import { deliverBySmtp } from '../integrations/smtp-delivery.ts'
import type { FindIssuer } from './oidc.ts'
import { sendScopes } from './oidc-client.ts'

/** The base paths of the Gmail and Microsoft Graph stand-ins, followed by the real API paths. */
export const mailApiPaths: Record<MailProviderId, string> = {
  google: `${devPaths.dev}gmail`,
  outlook: `${devPaths.dev}graph`,
}

type Reply = { status: number; headers?: Record<string, string>; body?: object }

/** The request and response formats of one API. */
type MailApiDialect = {
  path: string
  /** Returns the message in a body, or undefined if malformed. */
  readMail: (request: FastifyRequest) => Buffer | undefined
  accepted: () => Reply
  rejected: (status: number, code: string, message: string) => Reply
}

/** Serves the send endpoints of Gmail and Microsoft Graph: they check the access token and pass the message to SMTP. */
export function serveMailApis(
  dev: FastifyInstance,
  issuers: Record<MailProviderId, FindIssuer>,
  smtpUrl: string,
): void {
  dev.register((api, _options, done) => {
    api.removeAllContentTypeParsers()
    api.addContentTypeParser('*', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) => body)
    for (const id of MailProviderId.options) {
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
  { id, findIssuer, smtpUrl }: { id: MailProviderId; findIssuer: FindIssuer; smtpUrl: string },
): Promise<Reply> {
  const { rejected, readMail, accepted } = mailApis[id]
  const { provider, findAccount } = await findIssuer()
  const [, bearer = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
  const token = await provider.AccessToken.find(bearer)
  const account = token?.isValid ? findAccount(token.accountId) : undefined
  if (!token || !account)
    return rejected(401, errorCodes[id].badToken, 'The access token is missing, expired or revoked.')
  if (!token.scope?.split(' ').includes(sendScopes[id]))
    return rejected(403, errorCodes[id].noScope, 'The access token lacks the send scope.')

  const raw = readMail(request)
  if (!raw) return rejected(400, errorCodes[id].unreadable, 'The body contains no message.')
  const mail = await PostalMime.parse(raw)
  const [to, ...cc] = [...(mail.to ?? []), ...(mail.cc ?? []), ...(mail.bcc ?? [])].flatMap(
    ({ address }) => address ?? [],
  )
  if (!to) return rejected(400, errorCodes[id].unreadable, 'The message has no recipient.')
  if (mail.from?.address?.toLowerCase() !== account.email)
    return rejected(400, errorCodes[id].wrongSender, `The message is not from ${account.email}.`)

  const result = await deliverBySmtp(
    parseSmtpUrl(smtpUrl),
    { raw, from: account.email, to, cc, ccEnvelopeFrom: account.email },
    async () => {},
  )
  return result.outcome === 'accepted' ? accepted() : failureReplies[result.outcome](result, rejected)
}

/** Maps SMTP failures to the API's errors. */
const failureReplies: Record<
  Exclude<DeliveryResult['outcome'], 'accepted'>,
  (result: { reason: string }, rejected: MailApiDialect['rejected']) => Reply
> = {
  rejected: ({ reason }, rejected) => rejected(400, 'failedPrecondition', reason),
  unauthorized: ({ reason }, rejected) => rejected(400, 'failedPrecondition', reason),
  retry: ({ reason }, rejected) => ({
    ...rejected(429, 'rateLimitExceeded', reason),
    headers: { 'retry-after': '60' },
  }),
  unknown: ({ reason }, rejected) => rejected(503, 'backendError', reason),
}

const errorCodes: Record<
  MailProviderId,
  { badToken: string; noScope: string; unreadable: string; wrongSender: string }
> = {
  google: {
    badToken: 'authError',
    noScope: 'insufficientPermissions',
    unreadable: 'invalidArgument',
    wrongSender: 'failedPrecondition',
  },
  outlook: {
    badToken: 'InvalidAuthenticationToken',
    noScope: 'ErrorAccessDenied',
    unreadable: 'ErrorMimeContentInvalidBase64String',
    wrongSender: 'ErrorSendAsDenied',
  },
}

const mailApis: Record<MailProviderId, MailApiDialect> = {
  google: {
    path: '/gmail/v1/users/me/messages/send',
    readMail: ({ headers, body }) =>
      /^application\/json\b/.test(headers['content-type'] ?? '')
        ? decode(readRaw(String(body)), 'base64url')
        : undefined,
    accepted() {
      const id = Date.now().toString(16)
      return { status: 200, body: { id, threadId: id, labelIds: ['SENT'] } }
    },
    rejected: (status, code, message) => ({
      status,
      body: { error: { code: status, message, errors: [{ message, domain: 'global', reason: code }] } },
    }),
  },
  outlook: {
    path: '/v1.0/me/sendMail',
    readMail: ({ headers, body }) =>
      /^text\/plain\b/.test(headers['content-type'] ?? '') ? decode(String(body), 'base64') : undefined,
    accepted: () => ({ status: 202 }),
    rejected: (status, code, message) => ({ status, body: { error: { code, message } } }),
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
