import type { FormulaComparison } from '@loadping/contract/analytics/formulas'
import { findRate } from '@loadping/contract/templates/template-rate'
import type { Context } from '../context.ts'
import { listTemplates } from '../templates/templates.service.ts'
import { listPeople, peopleAmong } from './analytics-people.service.ts'
import { listPricedAsks } from './formulas.store.ts'
import { compareFormulas } from './formulas.ts'

const days = 90
const maxAsks = 5_000

/** Compares what people asked in 90 days with what the formulas of the caller's templates would have asked. */
export async function getFormulas(ctx: Context, query: { userIds?: string | undefined }): Promise<FormulaComparison> {
  const since = new Date(ctx.now().getTime() - days * 86_400_000)
  // Loads belong to people: what former teammates asked since is not the team's.
  const visible = (await listPeople(ctx)).filter(({ isFormer }) => !isFormer)
  const { userIds } = peopleAmong(ctx, query, visible)
  const share = Math.floor(maxAsks / Math.max(1, userIds.length)) // each person's newest, so that an index serves them
  const [found, templates] = await Promise.all([
    Promise.all(userIds.map((userId) => listPricedAsks(ctx.db, { userId, since, limit: share + 1 }))),
    listTemplates(ctx),
  ])
  const asks = found.flatMap((own) => own.slice(0, share))
  const named = templates.flatMap((template) => {
    const formula = findRate(template)?.formula
    return formula ? [{ name: template.name, formula }] : []
  })
  return { asks: asks.length, isCut: found.some((own) => own.length > share), formulas: compareFormulas(asks, named) }
}
