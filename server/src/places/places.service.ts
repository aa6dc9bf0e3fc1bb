import type { KnownPlace } from '@loadping/contract/places/places'
import type { Deps } from '../context.ts'
import { findCity, findPostalCode } from './gazetteer.ts'
import * as gazetteer from './place-search.ts'

type Asked = { city: string; state: string; postalCode?: string | undefined }

/** Finds places by the configured geocoder, or in the gazetteer if there is none, or it fails or finds nothing. */
export async function searchPlaces({ geocoder }: Pick<Deps, 'geocoder'>, text: string): Promise<KnownPlace[]> {
  const found = await geocoder?.search(text)
  return found?.length ? found : gazetteer.searchPlaces(text)
}

/** Returns the coordinates of a city, or of its part with the postal code; undefined for an unknown city. */
export async function geocode({ geocoder }: Pick<Deps, 'geocoder'>, asked: Asked): Promise<KnownPlace | undefined> {
  const { city, state, postalCode = '' } = asked
  const found = await geocoder?.search(`${city}, ${state} ${postalCode}`.trim())
  return found?.find((place) => place.state === state) ?? findPlace(asked)
}

/** Returns the coordinates of a city, or of its part with the postal code, by the gazetteer alone. */
export function findPlace({ city, state, postalCode = '' }: Asked): KnownPlace | undefined {
  const byCode = findPostalCode(postalCode)
  return byCode?.state === state ? { ...byCode, city } : findCity(city, state)
}
