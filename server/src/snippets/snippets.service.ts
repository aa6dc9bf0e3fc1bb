import { maxSnippets, type Snippet, type SnippetDraft } from '@loadping/contract/snippets/snippets'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import * as store from './snippets.store.ts'

/** Returns the texts of a user's snippets by name. */
export const getSnippetTexts = async (ctx: Deps, userId: string): Promise<Record<string, string>> =>
  Object.fromEntries((await store.listTexts(ctx.db, userId)).map(({ name, text }) => [name, text]))

/** Adds a snippet or replaces its text. Rejects a new one beyond the limit. */
export function saveSnippet(ctx: Context, name: string, { text }: SnippetDraft): Promise<Snippet> {
  const { userId } = ctx.caller
  return inTransaction(ctx, async (tx) => {
    if ((await store.lockOthers(tx.db, userId, name)) >= maxSnippets)
      throw new Problem('not-allowed', `You can keep ${maxSnippets} snippets. Delete one to add another.`)
    await store.saveSnippet(tx.db, { userId, name, text })
    const usedBy = await store.listTemplatesWith(tx.db, userId, name)
    return { name, text, usedBy }
  })
}

/** Deletes a snippet. Templates that use it ask for its text from then on. */
export async function deleteSnippet(ctx: Context, name: string): Promise<null> {
  const wasThere = await store.deleteSnippet(ctx.db, ctx.caller.userId, name)
  if (!wasThere) throw new Problem('not-found', 'Snippet not found.')
  return null
}

export const deleteSnippetsOf: DeletionStep = ({ db }, { userId }) => store.deleteSnippetsOf(db, userId)
