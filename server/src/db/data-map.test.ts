import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'

test('[R01] every column of the database is in the data map, and no other', async () => {
  const { pool } = await testApp()
  const { rows } = await pool.query(
    `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
     from information_schema.columns where table_schema = current_schema() group by 1 order by 1`,
  )
  const text = readFileSync(join(import.meta.dirname, '../../../docs/data-map.md'), 'utf8')
  const mapped = [...text.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)]

  expect(Object.fromEntries(mapped.map(([, table = '', , , , columns = '']) => [table, columns.split(', ')]))).toEqual(
    Object.fromEntries(rows.map(({ table, columns }) => [table, columns])),
  )
})

test('[R01] what is stored about whom has a level of protection, and each level is used', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/data-map.md'), 'utf8')
  const [tables = '', levels = ''] = text.split('## Levels')
  const namesIn = (part: string, pattern: RegExp) =>
    new Set([...part.matchAll(pattern)].flatMap(([, names = '']) => names.split(', ')))
  const about = namesIn(tables, /^\| `\w+` \| ([^|]+) \|/gm)
  const protectedNames = namesIn(levels, /^\| ([a-z, ]+) \|/gm)
  protectedNames.delete('about')

  expect([...protectedNames].sort()).toEqual([...about].sort())
})
