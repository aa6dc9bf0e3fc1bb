import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations/watch.md'), 'utf8')

/** Returns the names in the first column of the table under a heading of docs/operations/watch.md. */
export function namesUnder(heading: string): string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`)
  const [, table = ''] = (section.split('\n## ')[0] ?? '').split('\n| --- | --- |\n')
  return [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) => names.replaceAll('`', '').split(', '))
}

const fields = new Set(namesUnder('Log lines'))
const errorRow = /^\| `err` \| ([^|]+) \|$/m.exec(document)?.[1] ?? ''
const fieldsOfErrors = new Set([...errorRow.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))

/** Returns the error of a line, its cause, the cause's cause and so on. */
const errorsOf = (error: unknown): object[] =>
  error === undefined ? [] : [Object(error), ...errorsOf(Object(error).cause)]

/** Lists the fields of log lines that the document does not name. */
export function findUndocumented(lines: Record<string, unknown>[]): string[] {
  const unknown = (names: string[], known: { has: (name: string) => boolean }) =>
    names.filter((name) => !known.has(name))
  const found = lines.flatMap(({ err, ...line }) => [
    ...unknown(Object.keys(line), fields),
    ...errorsOf(err)
      .flatMap((error) => unknown(Object.keys(error), fieldsOfErrors))
      .map((name) => `err.${name}`),
  ])
  return [...new Set(found)].map((name) => `a log line has ${name}, which docs/operations/watch.md does not name`)
}
