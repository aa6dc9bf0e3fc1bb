import type { Client } from '@loadping/contract/client'
import { isCurrentMark } from '@loadping/contract/extension/mark-keys'
import type { MarkChanges } from '@loadping/contract/extension/marks'
import { maxBodies, PageState, type TemplateBody } from '@loadping/contract/extension/page-state'
import * as z from 'zod/mini'
import { Account } from './account.ts'
import { withDistinctNames } from './distinct-names.ts'
import { type Mark, Marks } from './marks.ts'

/** What the server told last of a user, with the bodies of their templates and all marks that count. */
export const Kept = z.object({
  userId: z.string(),
  /** Has an empty version if a body is missing, so that the next call returns everything again. */
  state: z.omit(PageState, { templates: true, account: true, marks: true }),
  account: Account,
  marks: Marks,
})
export type Kept = z.infer<typeof Kept>

type Bodies = Pick<Client['extension'], 'listTemplateBodies'>

/** Merges an answer of the server with what is known, and asks for the bodies of templates that are not. */
export async function mergeState(
  extension: Bodies,
  known: Kept | undefined,
  { userId, fresh, now }: { userId: string; fresh: PageState; now: Date },
): Promise<Kept> {
  const { templates, account, marks, ...state } = fresh
  const { bodies, isComplete } = await readBodies(extension, templates, known?.account.templates ?? [])
  const withBodies = withDistinctNames(templates).flatMap((template) => {
    const body = bodies.get(template.id)
    return body ? { ...template, ...body } : []
  })
  return {
    userId,
    state: isComplete ? state : { ...state, version: '' },
    account: Account.parse({ ...account, templates: withBodies }),
    marks: mergeMarks(known?.marks, marks, { ownUserId: userId, due: new Set(fresh.due), now }),
  }
}

/** Returns the bodies of templates by their ids, and asks for those of which this version is unknown. */
async function readBodies(extension: Bodies, templates: PageState['templates'], known: TemplateBody[]) {
  const bodies = new Map(known.map(({ id, version, subject, template }) => [id, { id, version, subject, template }]))
  const missing = templates.filter(({ id, version }) => bodies.get(id)?.version !== version).map(({ id }) => id)
  for (let start = 0; start < missing.length; start += maxBodies) {
    const ids = missing.slice(start, start + maxBodies).join()
    const found = await extension.listTemplateBodies({ query: { ids } }).catch(() => []) // the rest of the state counts
    for (const body of found) bodies.set(body.id, body)
  }
  return { bodies, isComplete: templates.every(({ id, version }) => bodies.get(id)?.version === version) }
}

function mergeMarks(
  known: Marks | undefined,
  { salt, marks, removed, isComplete }: MarkChanges,
  { ownUserId, due, now }: { ownUserId: string; due: ReadonlySet<string>; now: Date },
): Marks {
  const withDue = ({ isDue: _, ...mark }: Mark): Mark =>
    mark.userId === ownUserId && due.has(mark.postingKey) ? { ...mark, isDue: true } : mark
  if (isComplete || known?.salt !== salt)
    return { version: crypto.randomUUID(), ownUserId, salt, marks: marks.map(withDue) }
  const gone = new Set([...removed, ...marks.map(({ id }) => id)])
  const isShown = (mark: Mark) => !gone.has(mark.id) && isCurrentMark(mark, ownUserId, now)
  const all = [...marks, ...known.marks.filter(isShown)].map(withDue)
  if (JSON.stringify(all) === JSON.stringify(known.marks)) return known
  return { version: crypto.randomUUID(), ownUserId, salt, marks: all }
}
