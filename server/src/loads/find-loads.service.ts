import type { FoundLoads } from '@loadping/contract/loads/saved-loads'
import type { Context } from '../context.ts'
import { wordsOf } from './build-load.ts'
import * as store from './find-loads.store.ts'
import { type Candidate, joinPage } from './load-list.store.ts'
import { toSavedLoad } from './load-row.ts'
import { readListed } from './loads.service.ts'
import { listVisibleUsers } from './visible-loads.service.ts'

const maxFound = 8
/** Of rows that join to fewer loads. */
const maxRows = 24
const maxWords = 4
/** Similar words are found for words of so many letters. */
const minLength = 3
/** Names whose likeness is below this part of the best one's are left out. */
const minPart = 0.8

/** Finds loads of the caller and their team, and brokers that any of them contacted, with typing errors. */
export async function findLoads(ctx: Context, typed: string): Promise<FoundLoads> {
  const text = typed.toLowerCase().slice(0, 40)
  const [userIds, findsSimilar] = await Promise.all([listVisibleUsers(ctx), store.findsSimilar(ctx.db)])
  const [found, referenced] = await Promise.all([
    Promise.all(
      askedWordsOf(text).map((word) =>
        findsSimilar && word.length >= minLength
          ? store.listSimilarNames(ctx.db, { userIds, word, text })
          : store.listNamesFrom(ctx.db, { userIds, word, text }),
      ),
    ),
    /\d/.test(text) ? store.listReferenced(ctx.db, { userIds, limit: maxRows, text }) : [],
  ])
  const names = found.map(bestOf)
  const rows = [...referenced, ...(await listNamed(ctx, userIds, names))]
  const joined = await joinPage(ctx.db, userIds, newestOf(rows))
  const loads = await readListed(ctx, joined.slice(0, maxFound))
  return { loads: loads.map(toSavedLoad), brokers: brokersOf(names).slice(0, maxFound) }
}

/** Shorter words are asked for only if there is no longer one. */
function askedWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const long = words.filter((word) => word.length >= minLength)
  return (long.length > 0 ? long : words).slice(0, maxWords)
}

/** Names come with the most similar first. */
const bestOf = (names: store.FoundName[]): store.FoundName[] =>
  names.filter(({ likeness }) => likeness >= (names[0]?.likeness ?? 0) * minPart)

/** The set with the fewest names comes first, by which the others are filtered. */
async function listNamed(ctx: Context, userIds: string[], found: store.FoundName[][]): Promise<Candidate[]> {
  const [first, ...others] = found
    .map((names) => names.map(({ name }) => name))
    .toSorted((one, other) => one.length - other.length)
  return first && first.length > 0
    ? store.listNamed(ctx.db, { userIds, limit: maxRows, nameSets: [first, ...others] })
    : []
}

function newestOf(rows: Candidate[]): Candidate[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()]
    .toSorted((one, other) => Number(other.value) - Number(one.value) || (one.id < other.id ? 1 : -1))
    .slice(0, maxRows)
}

/** The brokers that every word finds. */
function brokersOf([first = [], ...others]: store.FoundName[][]): string[] {
  const isInAll = ({ name }: store.FoundName) => others.every((names) => names.some((other) => other.name === name))
  return [...new Set(first.filter((found) => found.broker !== '' && isInAll(found)).map(({ broker }) => broker))]
}
