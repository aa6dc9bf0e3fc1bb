import type { Client } from '@loadping/contract/client'
import type { MarkChanges } from '@loadping/contract/extension/marks'
import { maxBodies, PageState, type TemplateBody } from '@loadping/contract/extension/page-state'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'
import { Account } from './account.ts'
import { withDistinctNames } from './distinct-names.ts'
import { Marks } from './marks.ts'

/** What the server told last of a user, with the bodies of their templates and all marks that count. */
const Kept = z.object({
  userId: z.string(),
  state: z.omit(PageState, { templates: true, account: true, marks: true }),
  account: Account,
  marks: Marks,
})
export type Kept = z.infer<typeof Kept>

export type PageStateDeps = {
  session: StorageArea
  extension: Pick<Client['extension'], 'getPageState' | 'listTemplateBodies'>
  userId: () => Promise<string | undefined>
  /** Gets what was known before and what is known now, when that changed. */
  onChange: (before: Kept | undefined, after: Kept) => Promise<unknown>
  now: () => Date
}

/** Creates what asks the server for the user's state, for all pages. Keeps it while the server is unreachable. */
export function createPageState({ session, extension, userId, onChange, now }: PageStateDeps) {
  const stored = createStoredValue(session, 'page-state', z.nullable(Kept), null)
  let kept: Kept | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let loading: Promise<Kept | null> | undefined

  /** Returns the state, at most `maxAgeMs` old if the server responds; null if signed out. */
  async function read(maxAgeMs: number): Promise<Kept | null> {
    const owner = await userId()
    if (owner === undefined) return null
    const known = await readKept(owner)
    if (known && Math.abs(now().getTime() - readAt) < maxAgeMs) return known
    loading ??= load(owner, known).finally(() => {
      loading = undefined
    })
    return loading.catch((error: unknown) =>
      error instanceof Problem && error.code === 'not-signed-in' ? null : (known ?? null),
    )
  }

  /** Returns what is known of a user, also what an earlier worker kept. */
  async function readKept(owner: string): Promise<Kept | undefined> {
    kept ??= (await stored.read()) ?? undefined
    return kept?.userId === owner ? kept : undefined
  }

  async function load(owner: string, known: Kept | undefined): Promise<Kept | null> {
    const askedAt = now().getTime()
    const fresh = await extension.getPageState({ query: known ? { version: known.state.version } : {} })
    const next = fresh ? await merge(owner, known, fresh) : known
    if (!next || owner !== (await userId())) return null
    readAt = askedAt
    if (next === known) return known
    kept = next
    await stored.change(() => next).catch(() => undefined) // a later worker asks for it again
    await onChange(known, next)
    return next
  }

  async function merge(
    owner: string,
    known: Kept | undefined,
    { templates, account, marks, ...state }: PageState,
  ): Promise<Kept> {
    const bodies = await readBodies(templates, known?.account.templates ?? [])
    const withBodies = withDistinctNames(templates).flatMap((template) => {
      const body = bodies.get(template.id)
      return body ? { ...template, ...body } : []
    })
    return {
      userId: owner,
      state,
      account: Account.parse({ ...account, templates: withBodies }),
      marks: mergeMarks(owner, known?.marks, marks),
    }
  }

  /** Returns the bodies of templates by their ids, and asks for those of which this version is unknown. */
  async function readBodies(
    templates: PageState['templates'],
    known: TemplateBody[],
  ): Promise<Map<string, TemplateBody>> {
    const bodies = new Map(known.map(({ id, version, subject, template }) => [id, { id, version, subject, template }]))
    const missing = templates.filter(({ id, version }) => bodies.get(id)?.version !== version).map(({ id }) => id)
    for (let start = 0; start < missing.length; start += maxBodies) {
      const ids = missing.slice(start, start + maxBodies).join()
      for (const body of await extension.listTemplateBodies({ query: { ids } })) bodies.set(body.id, body)
    }
    return bodies
  }

  return {
    read,
    async clear(): Promise<void> {
      kept = undefined
      readAt = Number.NEGATIVE_INFINITY
      await stored.change(() => null)
    },
  }
}

function mergeMarks(ownUserId: string, known: Marks | undefined, changes: MarkChanges): Marks {
  const { salt, marks, removed } = changes
  if (changes.isComplete || known?.salt !== salt) return { version: crypto.randomUUID(), ownUserId, salt, marks }
  const gone = new Set([...removed, ...marks.map(({ id }) => id)])
  if (gone.size === 0) return known
  const old = known.marks.filter(({ id }) => !gone.has(id))
  const all = [...marks, ...old]
  if (JSON.stringify(all) === JSON.stringify(known.marks)) return known
  return { version: crypto.randomUUID(), ownUserId, salt, marks: all }
}
