import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getGazetteer } from '../server/src/places/gazetteer.ts'

// node scripts/place-table.ts: writes the places that the extension knows from the gazetteer: a line for each state with
// folded names, each before its hundredths of a degree north and west, in three digits to the base 36.
const all = getGazetteer()
const states = new Map<string, Map<string, string>>()
const digits = (degrees: number) =>
  Math.round(degrees * 100)
    .toString(36)
    .padStart(3, '0')

function add(key: string, state: string, place: number): void {
  const known = states.get(state) ?? new Map<string, string>()
  const at = digits(all.latitudes[place] ?? 0) + digits(-(all.longitudes[place] ?? 0))
  if (!known.has(key)) known.set(key, at) // the first is the one that the server finds
  states.set(state, known)
}

for (const [place, key] of all.keys.entries()) add(key, all.states[place] ?? '', place)
for (const { key, state, place } of all.aliases) add(key, state, place)

const lines = [...states].map(([state, known]) => [state, ...[...known].map(([key, at]) => key + at)].join('\t'))
writeFileSync(join(import.meta.dirname, '../extension/src/places/places.txt'), `${lines.sort().join('\n')}\n`)
