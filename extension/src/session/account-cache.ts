import type { Client } from '@loadping/contract/client'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { Account } from './account.ts'

const CachedAccount = z.object({ account: Account, readAt: z.int() })

export type AccountDeps = {
  session: StorageArea
  client: Client
  isSignedIn: () => Promise<boolean>
  /** Gets the account before and after each load. */
  onLoad: (before: Account | undefined, after: Account) => Promise<unknown>
  now: () => Date
}

/** Caches the signed-in user's allowance and templates. Keeps them while the server is unreachable. */
export function createAccountCache({ session, client, isSignedIn, onLoad, now }: AccountDeps) {
  const cache = createStoredValue(session, 'account', z.nullable(CachedAccount), null)
  let loading: Promise<Account | null> | undefined

  /** Returns the account, at most `maxAgeMs` old if the server responds; null if signed out. */
  async function read(maxAgeMs: number): Promise<Account | null> {
    if (!(await isSignedIn())) return null
    const cached = await cache.read()
    if (cached && Math.abs(now().getTime() - cached.readAt) < maxAgeMs) return cached.account

    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading.catch((error: unknown) =>
      error instanceof Problem && error.code === 'not-signed-in' ? null : (cached?.account ?? null),
    )
  }

  async function load(): Promise<Account> {
    const [me, { userType }, templates, { failed, unknown }, { sellByMinutes }] = await Promise.all([
      client.account.getMe(),
      client.account.getUserInfo(),
      client.templates.listTemplates(),
      client.emails.countEmails(),
      client.emails.getSendSettings(),
    ])
    const named = withDistinctNames(templates)
    const account = Account.parse({ ...me, userType, templates: named, sellByMinutes, needAttention: failed + unknown })
    const before = (await cache.read())?.account
    await cache.change(() => ({ account, readAt: now().getTime() }))
    await onLoad(before, account)
    return account
  }

  return { read, clear: () => cache.change(() => null) }
}

type Named = { id: string; name: string; owner: { name: string } | null }

/** Tells templates of one name apart: by the teammate who shares it, and by a number where that is not enough. */
export function withDistinctNames<T extends Named>(templates: readonly T[]): T[] {
  const isTaken = ({ id, name }: Named) => templates.some((other) => other.id !== id && other.name === name)
  const counts = new Map<string, number>()
  return templates.map((template) => {
    const { name, owner } = template
    const full = owner && isTaken(template) ? `${name} (${owner.name})` : name
    const count = (counts.get(full) ?? 0) + 1
    counts.set(full, count)
    return { ...template, name: count > 1 ? `${full} (${count})` : full }
  })
}
