import type { Deps } from '../context.ts'
import { openServer } from './credentials.service.ts'
import * as store from './mailboxes.store.ts'

/** Lists all that is stored of a user's mailboxes but passwords and tokens, the default one first. */
export async function exportMailboxes(ctx: Deps, userId: string) {
  const mailboxes = await store.listMailboxes(ctx.db, { userId })
  return mailboxes.map((mailbox) => {
    const { kind, address, connectedAt, defaultSince, connectionError, isLoginOff, loginNoticeAt, isSealed } = mailbox
    const server = kind === 'smtp' ? openServer(ctx, mailbox) : undefined
    return {
      kind,
      address,
      connectedAt,
      defaultSince,
      connectionError,
      isLoginOff,
      loginNoticeAt,
      isSealed,
      host: server?.host ?? null,
      port: server?.port ?? null,
      login: server?.user ?? null,
    }
  })
}
