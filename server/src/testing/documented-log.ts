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
const fieldsOfErrors = ['type', 'code', 'message', 'stack', 'cause']

/** Lists the fields of log lines that the document does not name. */
export function findUndocumented(lines: Record<string, unknown>[]): string[] {
  const unknown = (names: string[], known: { has: (name: string) => boolean }) =>
    names.filter((name) => !known.has(name))
  const found = lines.flatMap(({ err, ...line }) => [
    ...unknown(Object.keys(line), fields),
    ...unknown(Object.keys(Object(err)), new Set(fieldsOfErrors)).map((name) => `err.${name}`),
  ])
  return [...new Set(found)].map((name) => `a log line has ${name}, which docs/operations/watch.md does not name`)
}
