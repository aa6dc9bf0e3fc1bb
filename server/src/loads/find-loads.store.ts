import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { Candidate } from './load-list.store.ts'

/** A name of loads. `broker` is empty unless it is one's. */
export type FoundName = { name: string; broker: string }

/** Whether the server finds similar words: without its extensions a migration left their index out. */
export async function findsSimilar(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('load_name_similar') is not null as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/** Names of these users' loads that have a word. */
export type Asked = { userIds: string[]; word: string; limit: number }

/** Lists names with a word that begins with this one, or has two of its letters swapped. */
export const listNamesFrom = (db: Db, { userIds, word, limit }: Asked): Promise<FoundName[]> =>
  namesOf(db, userIds)
    .where(sql<boolean>`((word >= ${word} and word < ${endOf(word)}) or word = any(${swappedOf(word)}::text[]))`)
    .orderBy('name')
    .limit(limit)
    .execute()

/** Lists names with a word that is similar to this one, the most similar first. */
export const listSimilarNames = (
  db: Db,
  { userIds, word, limit }: Asked,
): Promise<(FoundName & { likeness: number })[]> =>
  namesOf(db, userIds)
    .select(sql<number>`max(similarity(word, ${word}))`.as('likeness'))
    .where(sql<boolean>`word % ${word}`)
    .orderBy('likeness', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()

const namesOf = (db: Db, userIds: string[]) =>
  db
    .selectFrom('loadName')
    .select(['name', (eb) => eb.fn.max('broker').as('broker')])
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .groupBy('name')

/** The first text after all that begin with this one. */
const endOf = (text: string): string => `${text}\u{10ffff}`

/** The words that a slip of two neighboring keys makes of this one. */
const swappedOf = (word: string): string[] =>
  Array.from(word).flatMap((letter, at, letters) => {
    const next = letters[at + 1]
    return next === undefined || letters.length < 3
      ? []
      : [
          letters
            .with(at, next)
            .with(at + 1, letter)
            .join(''),
        ]
  })

const load = expressionBuilder<Tables, 'load'>()
const ends = ['origin', 'dest', 'company'] as const

type Named = { userIds: string[]; limit: number; nameSets: [string[], ...string[][]] }

/** Lists the newest loads that have a name of each set, one with several of them several times. */
export async function listNamed(db: Db, { userIds, limit, nameSets: [first, ...others] }: Named): Promise<Candidate[]> {
  const hasOthers = others.map((names) =>
    load.or(ends.map((end) => sql<boolean>`${load.ref(end)} in (${listOf(names)})`)),
  )
  const [from, to, of] = ends.map((end) =>
    newest(db, userIds, limit).where(load.and([isAmong(end, first), ...hasOthers])),
  )
  if (!from || !to || !of) return []
  const all = db.selectFrom(from.as('from')).selectAll()
  return all
    .unionAll(db.selectFrom(to.as('to')).selectAll())
    .unionAll(db.selectFrom(of.as('of')).selectAll())
    .execute()
}

/** Hashed, because there may be many. */
const listOf = (names: string[]) => sql`select unnest(${names}::text[])`

const isAmong = (end: (typeof ends)[number], names: string[]) => sql<boolean>`${load.ref(end)} = any(${names}::text[])`

/** Lists the newest loads whose reference begins with a text. */
export const listReferenced = (db: Db, { userIds, limit, text }: { userIds: string[]; limit: number; text: string }) =>
  newest(db, userIds, limit)
    .where(sql<boolean>`facts ? 'reference'`)
    .where(sql<boolean>`lower(left(facts ->> 'reference', 40)) collate "C" >= ${text}`)
    .where(sql<boolean>`lower(left(facts ->> 'reference', 40)) collate "C" < ${endOf(text)}`)
    .execute()

const newest = (db: Db, userIds: string[], limit: number) =>
  db
    .selectFrom('load')
    .select(['userId', 'id', 'joinKey', 'postedAt as value'])
    .where('load.userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where('deletedAt', 'is', null)
    .orderBy('postedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
