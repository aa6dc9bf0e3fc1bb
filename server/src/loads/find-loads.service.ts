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
/** Names whose loads are asked for. */
const maxAsked = 300
/** Names with one of several words, of which others leave few. */
const maxNames = 2_000
/** Of so many days the loads with one of many names are looked for first. */
const recentDays = 7
/** Names whose likeness is below this part of the best one's are left out. */
const minPart = 0.8

/** Finds loads of the caller and their team, and brokers that any of them contacted, with typing errors. */
export async function findLoads(ctx: Context, typed: string): Promise<FoundLoads> {
  const text = typed.toLowerCase().slice(0, 40)
  const words = askedWordsOf(text)
  const [userIds, findsSimilar] = await Promise.all([listVisibleUsers(ctx), store.findsSimilar(ctx.db)])
  const limit = words.length === 1 ? maxAsked : maxNames
  const [names, referenced] = await Promise.all([
    Promise.all(words.map((word) => listNames(ctx, findsSimilar, { userIds, word, limit }))),
    /\d/.test(text) ? store.listReferenced(ctx.db, { userIds, limit: maxRows, text }) : [],
  ])
  const rows = [...referenced, ...(await listNamed(ctx, userIds, names))]
  const joined = await joinPage(ctx.db, userIds, newestOf(rows))
  const loads = await readListed(ctx, joined.slice(0, maxFound))
  return { loads: loads.map(toSavedLoad), brokers: brokersOf(names).slice(0, maxFound) }
}

/** Lists the names with a word, or if none has it with words that are similar, where the server finds these. */
async function listNames(ctx: Context, findsSimilar: boolean, asked: store.Asked): Promise<store.FoundName[]> {
  const names = await store.listNamesFrom(ctx.db, asked)
  if (names.length > 0 || !findsSimilar || asked.word.length < minLength) return names
  const similar = await store.listSimilarNames(ctx.db, asked)
  return similar.filter(({ likeness }) => likeness >= (similar[0]?.likeness ?? 0) * minPart)
}

/** Shorter words are asked for only if there is no longer one. */
function askedWordsOf(text: string): string[] {
  const words = [...new Set(wordsOf(text))]
  const long = words.filter((word) => word.length >= minLength)
  return (long.length > 0 ? long : words).slice(0, maxWords)
}

/** The set with the fewest names comes first, by which the others are filtered. */
async function listNamed(ctx: Context, userIds: string[], found: store.FoundName[][]): Promise<Candidate[]> {
  const [first, ...others] = found
    .map((names) => names.map(({ name }) => name))
    .toSorted((one, other) => one.length - other.length)
  if (!first || first.length === 0) return []
  const recentFrom = new Date(ctx.now().getTime() - recentDays * 86_400_000)
  return store.listNamed(ctx.db, {
    userIds,
    limit: maxRows,
    nameSets: [first.slice(0, maxAsked), ...others],
    recentFrom,
  })
}

function newestOf(rows: Candidate[]): Candidate[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()]
    .toSorted((one, other) => Number(other.value) - Number(one.value) || (one.id < other.id ? 1 : -1))
    .slice(0, maxRows)
}

/** The brokers that every word finds. */
function brokersOf([first = [], ...others]: store.FoundName[][]): string[] {
  const nameSets = others.map((names) => new Set(names.map(({ name }) => name)))
  const found = first.filter(({ name, broker }) => broker !== '' && nameSets.every((names) => names.has(name)))
  return [...new Set(found.map(({ broker }) => broker))]
}
