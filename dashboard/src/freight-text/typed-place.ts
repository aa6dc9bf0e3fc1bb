import type { Place } from '@loadping/contract/boards/posted-load'
import { findStateCode } from '@loadping/contract/places/states'

/** Parses `Elgin, IL` or `Elgin, Illinois 60120`. */
export function readPlace(text: string): Place | undefined {
  const [, city = '', stateText = '', postalCode] =
    /^([^,]{1,80}),\s*([\p{L} ]+?)(?:\s+(\d{5}|[A-Z]\d[A-Z](?: ?\d[A-Z]\d)?))?$/iu.exec(text.trim()) ?? []
  const state = findStateCode(stateText) ?? (/^[A-Za-z]{2}$/.test(stateText) ? stateText.toUpperCase() : undefined)
  return state && city.trim() ? { city: city.trim(), state, ...(postalCode && { postalCode }) } : undefined
}
