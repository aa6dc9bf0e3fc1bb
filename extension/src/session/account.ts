import type { Client } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/problem'
import * as z from 'zod/mini'
import { Account } from '../messages.ts'
import { createSlot, type StorageArea } from '../stored-value.ts'

const Known = z.object({ account: Account, readAt: z.int() })

export type AccountDeps = { session: StorageArea; client: Client; isSignedIn: () => Promise<boolean>; now: () => Date }

/** What the signed-in person has: allowance and templates, read again when older than `maxAge`, and kept while the service cannot be reached. */
export function createAccountCache({ session, client, isSignedIn, now }: AccountDeps) {
  const slot = createSlot(session, 'account', z.nullable(Known), null)
  let reading: Promise<Account | null> | undefined

  async function read(maxAge: number): Promise<Account | null> {
    if (!(await isSignedIn())) return null
    const known = await slot.read()
    if (known && now().getTime() - known.readAt < maxAge) return known.account

    reading ??= readFresh().finally(() => {
      reading = undefined
    })
    return reading.catch((error: unknown) =>
      error instanceof Problem && error.code === 'not-signed-in' ? null : (known?.account ?? null),
    )
  }

  async function readFresh(): Promise<Account> {
    const [me, templates, { failed, unknown }] = await Promise.all([
      client.account.getMe(),
      client.templates.listTemplates(),
      client.emails.countEmails(),
    ])
    const account = Account.parse({ ...me, templates, needAttention: failed + unknown })
    await slot.change(() => ({ account, readAt: now().getTime() }))
    return account
  }

  return { read, forget: () => slot.change(() => null) }
}
