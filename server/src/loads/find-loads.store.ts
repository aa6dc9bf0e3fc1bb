import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
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
export function listNamesFrom(db: Db, { userIds, word, limit }: Asked): Promise<FoundName[]> {
  const having = (condition: Expression<SqlBool>) => namesOf(db, userIds).select('broker').where(condition)
  const begun = having(sql`word >= ${word} and word < ${endOf(word)}`)
  const swapped = having(sql`word = any(${swappedOf(word)}::text[])`)
  return db
    .selectFrom(begun.unionAll(swapped).as('found')) // each reads the key alone, one condition with "or" all rows
    .select(['name', (eb) => eb.fn.max('broker').as('broker')])
    .groupBy('name')
    .orderBy('name')
    .limit(limit)
    .execute()
}

type SimilarName = FoundName & { likeness: number }

/** Lists names with a word that is similar to this one, the most similar first. */
export async function listSimilarNames(db: Db, asked: Asked): Promise<SimilarName[]> {
  const similar = await listNamesAlike(db, asked, closeLikeness)
  return similar.length > 0 ? similar : listNamesAlike(db, asked, leastLikeness)
}

/** Close words are looked for first, because the index finds several times fewer rows to compare. */
const closeLikeness = 0.5
const leastLikeness = 0.3

const listNamesAlike = (db: Db, { userIds, word, limit }: Asked, least: number): Promise<SimilarName[]> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${least}::text, true)`.execute(tx)
    return namesOf(tx, userIds)
      .select((eb) => eb.fn.max('broker').as('broker'))
      .select(sql<number>`max(similarity(word, ${word}))`.as('likeness'))
      .where(sql<boolean>`word % ${word}`)
      .groupBy('name')
      .orderBy('likeness', 'desc')
      .orderBy('name')
      .limit(limit)
      .execute()
  })

const namesOf = (db: Db, userIds: string[]) =>
  db.selectFrom('loadName').select('name').where('userId', '=', sql<string>`any(${userIds}::uuid[])`)

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

type Named = { userIds: string[]; limit: number; nameSets: [string[], ...string[][]]; recentFrom: Date }

/** More searches of an index take longer than reading the loads of the last days. */
const maxSearches = 1_000

/** Lists the newest loads that have a name of each set, one with several of them several times. */
export async function listNamed(db: Db, named: Named): Promise<Candidate[]> {
  const { userIds, limit, nameSets, recentFrom } = named
  if (nameSets[0].length * userIds.length > maxSearches) {
    const recent = await newest(db, userIds, limit)
      .where('postedAt', '>=', recentFrom)
      .where(load.and(nameSets.map(hasAny)))
      .execute()
    if (recent.length === limit) return recent
  }
  return listNamedEver(db, named)
}

async function listNamedEver(db: Db, { userIds, limit, nameSets: [first, ...others] }: Named): Promise<Candidate[]> {
  const [from, to, of] = ends.map((end) =>
    newest(db, userIds, limit).where(load.and([isAmong(end, first), ...others.map(hasAny)])),
  )
  if (!from || !to || !of) return []
  const all = db.selectFrom(from.as('from')).selectAll()
  return all
    .unionAll(db.selectFrom(to.as('to')).selectAll())
    .unionAll(db.selectFrom(of.as('of')).selectAll())
    .execute()
}

const hasAny = (names: string[]) => load.or(ends.map((end) => sql<boolean>`${load.ref(end)} in (${listOf(names)})`))

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
