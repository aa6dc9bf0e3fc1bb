import type { SecretKind } from '../key-ring/secret-kind.ts'
import { accessContext, credentialsContext } from './credentials.service.ts'
import * as store from './mailbox-secrets.store.ts'
import type { MailboxKey } from './mailboxes.store.ts'

const kindOf = (name: string, column: store.SecretColumn, contextOf: (mailbox: MailboxKey) => string): SecretKind => ({
  name,
  count: (db) => store.countByKey(db, column),
  async list(db, others) {
    const rows = await store.listOfOtherKeys(db, column, others)
    return rows.map(({ encrypted, ...mailbox }) => ({
      encrypted: encrypted ?? '',
      context: contextOf(mailbox),
      replace: (to) => store.replaceSecret(db, mailbox, { column, from: encrypted ?? '', to }),
    }))
  },
})

/** What mailboxes send with: refresh tokens, and logins of SMTP servers. */
export const mailboxCredentials = kindOf('credentials of mailboxes', 'encryptedCredentials', credentialsContext)

/** Their access tokens, which last an hour. */
export const accessTokens = kindOf('access tokens', 'encryptedAccessToken', accessContext)
