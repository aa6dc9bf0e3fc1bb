import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { freeName, isNumbered } from '@loadping/contract/templates/template-names'
import type { ImportResult, TemplateContent } from '@loadping/contract/templates/templates'
import { Problem } from '@loadping/contract/wire/problem'
import type { Context } from '../context.ts'
import { changeTemplates, checkNewTemplate, newTemplate, refuseOverflow } from './templates.service.ts'
import { addTemplates, listTemplates } from './templates.store.ts'

/**
 * Adds templates, all or none. Skips one that the caller has, also under a numbered name, and numbers a name that is
 * taken.
 */
export async function importTemplates(ctx: Context, drafts: TemplateContent[]): Promise<ImportResult[]> {
  const written = await checkAll(ctx, drafts)
  return changeTemplates(ctx, async (tx) => {
    const existing = await listTemplates(tx.db, { userId: tx.caller.userId })
    const known = findKnown(written, existing)
    const taken = existing.map(({ name }) => name)
    const added: TemplateContent[] = []
    const results = written.map((content, index): ImportResult => {
      const unchanged = known.get(index)
      if (unchanged) return { name: unchanged.name, outcome: 'unchanged' }
      const name = freeName(content.name, taken)
      added.push({ ...content, name })
      if (name === content.name) return { name, outcome: 'added' }
      taken.push(name)
      return { name, outcome: 'renamed' }
    })
    if (added.length > 0) {
      await addTemplates(
        tx.db,
        added.map((content) => newTemplate(tx, content)),
      )
      await refuseOverflow(tx, { isAdding: true })
    }
    return results
  })
}

/** Cleans and checks all of them, with other requests in between. Throws with the errors of each. */
async function checkAll({ caller }: Context, drafts: TemplateContent[]): Promise<TemplateContent[]> {
  const written: TemplateContent[] = []
  const errors: [path: string, message: string][] = []
  for (const [index, draft] of drafts.entries()) {
    try {
      written.push(checkNewTemplate(draft, caller.userType))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      for (const [field, message] of Object.entries(error.fields)) errors.push([`templates/${index}/${field}`, message])
    }
    await setImmediate()
  }
  const [first] = errors
  if (first) throw new Problem('invalid-input', first[1], Object.fromEntries(errors))
  return written
}

/** Finds the existing template that each imported one repeats, by its position; each stands for one at most. */
function findKnown<Existing extends TemplateContent>(
  imported: TemplateContent[],
  existing: Existing[],
): Map<number, Existing> {
  const left = [...existing]
  const found = new Map<number, Existing>()
  const isSameName = (one: string, other: string) => one === other
  for (const matches of [isSameName, isNumbered]) {
    for (const [index, content] of imported.entries()) {
      if (found.has(index)) continue
      const position = left.findIndex((row) => matches(row.name, content.name) && isSameContent(row, content))
      const [repeated] = position < 0 ? [] : left.splice(position, 1)
      if (repeated) found.set(index, repeated)
    }
  }
  return found
}

const isSameContent = (one: TemplateContent, other: TemplateContent): boolean =>
  one.subject === other.subject &&
  one.template === other.template &&
  isDeepStrictEqual([one.cc, one.labels], [other.cc, other.labels])
