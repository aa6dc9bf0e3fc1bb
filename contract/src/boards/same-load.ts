import { equipmentClassOf } from './equipment.ts'
import type { LoadFacts, Place } from './posted-load.ts'

/** A posting ID identifies a load only together with its board. */
export const postingKeyOf = ({ board, boardLoadId }: Pick<LoadFacts, 'board' | 'boardLoadId'>): string | undefined =>
  board && boardLoadId ? `${board} ${boardLoadId}` : undefined

/** Returns the same text for the same load on any board, or undefined if too little is known to tell it from others. */
export function laneKeyOf(load: LoadFacts): string | undefined {
  const { company, origin, dest, pickupDay, board, equipment } = load
  const broker = company && companyKeyOf(company)
  if (!broker || !pickupDay || !equipment) return undefined
  const ends = [origin, dest].map(cityKeyOf)
  return [broker, ...ends, pickupDay, equipmentClassOf(board, equipment)].join('|')
}

const legalForms = /\s(?:incorporated|inc|llc|corporation|corp|company|co|limited|ltd|lp|llp|usa)$/

/** Returns a company's name without case, punctuation and legal form. */
export function companyKeyOf(company: string): string {
  const words = foldCase(company)
    .replace(/[.'’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const bare = words.replace(legalForms, '').replace(legalForms, '')
  return bare || words
}

/** Returns a city without case, spaces, punctuation and spellings of Saint, with its state. */
export function cityKeyOf({ city, state }: Place): string {
  const letters = foldCase(city)
    .replace(/^(saint|st\.?)\s+/, 'st')
    .replace(/[^\p{L}\p{N}]/gu, '')
  return `${letters},${state}`
}

const foldCase = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
