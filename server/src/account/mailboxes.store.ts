import type { Db } from '../db/db.ts'

type OwnMailbox = { userId: string; kind: 'google' | 'outlook' }

export const saveMailbox = (db: Db, mailbox: OwnMailbox & { address: string; sealedGrant: string; connectedAt: Date }) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet({ address: mailbox.address, sealedGrant: mailbox.sealedGrant }))
    .execute()

export const removeMailbox = (db: Db, { userId, kind }: OwnMailbox) => db.deleteFrom('mailbox').where('userId', '=', userId).where('kind', '=', kind).execute()

export const findMailbox = (db: Db, { userId, kind }: OwnMailbox) =>
  db.selectFrom('mailbox').select('address').where('userId', '=', userId).where('kind', '=', kind).executeTakeFirst()
