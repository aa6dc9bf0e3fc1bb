import { askLadder, askTarget } from '@loadping/contract/loads/ask-ladder'
import { templateForLoad } from '@loadping/contract/templates/template-for-load'
import type { OpenAsk } from '@loadping/contract/truck-board/truck-board'
import { useLoadedTemplates } from '../templates/templates.data.ts'
import { nextAsk } from './next-ask.ts'

/** Returns the ask to try next after a broker's counter, by the user's template for the load; undefined while unknown. */
export function useNextAsk({ facts, askCents, outcome }: OpenAsk, floorCents: number | undefined): number | undefined {
  const template = templateForLoad(useLoadedTemplates() ?? [], facts)
  const target = template && askTarget(template, facts)
  if (!target || floorCents === undefined || askCents === null) return undefined
  const ladder = askLadder(target, floorCents)
  return ladder && nextAsk(ladder, askCents, outcome?.cents ?? undefined)
}
