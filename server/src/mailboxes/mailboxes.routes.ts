import { mailboxesApi } from '@loadping/contract/mailboxes/mailboxes.api'
import { implement } from '../http/implement.ts'
import * as connecting from './connecting.service.ts'
import * as mailboxes from './mailboxes.service.ts'

export const mailboxesRoutes = implement(mailboxesApi, {
  listMailboxes: (ctx) => mailboxes.listMailboxes(ctx),
  startConnect: (ctx, { params, body }) => connecting.startConnect(ctx, params.kind, body.challenge),
  finishConnect: (ctx, { body }) => connecting.finishConnect(ctx, body),
  connectSmtp: (ctx, { body }) => connecting.connectSmtp(ctx, body),
  testMailbox: (ctx, { body }) => connecting.testMailbox(ctx, body),
  setDefaultMailbox: (ctx, { body }) => mailboxes.setDefaultMailbox(ctx, body),
  disconnectMailbox: (ctx, { body }) => mailboxes.disconnectOwnMailbox(ctx, body),
})
