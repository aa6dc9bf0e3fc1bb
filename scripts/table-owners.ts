/** One place where a file reads or writes a table of another folder. */
export type Crossing = { path: string; table: string; kind: 'read' | 'write' }

type Files = { paths: string[]; read: (path: string) => string }

/** Returns the folder that owns each table: the one whose SQL file creates it. */
export function readOwners({ paths, read }: Files): Map<string, string> {
  const created = paths
    .filter((path) => path.endsWith('.sql'))
    .flatMap((path) =>
      [...sqlOf(read(path)).matchAll(/create table (\w+)/g)].map(([, table = '']) => [table, folderOf(path)] as const),
    )
  const owners = new Map(created)
  if (owners.size < created.length) throw new Error('Two SQL files create the same table.')
  return owners
}

/** Lists where files use tables that their folder does not own, each once. Foreign keys are no use. */
export function findCrossings({ paths, read }: Files, owners: Map<string, string>): Crossing[] {
  return paths.flatMap((path) => {
    const uses = path.endsWith('.sql') ? usesInSql(read(path)) : usesInCode(read(path))
    const isForeign = ({ table }: Use) =>
      table === unknownTable || (owners.has(table) && owners.get(table) !== folderOf(path))
    const crossings = uses.filter(isForeign).map(({ table, kind }) => ({ path, table, kind }))
    return [...new Map(crossings.map((crossing) => [`${crossing.kind} ${crossing.table}`, crossing])).values()]
  })
}

const folderOf = (path: string): string => path.split('/').at(-2) ?? ''

type Use = Pick<Crossing, 'table' | 'kind'>

/** Stands for the table of a write whose name is no literal, which nobody owns. */
const unknownTable = '(computed)'

function usesInCode(text: string): Use[] {
  const { code, literals } = split(text)
  return [...usesInKysely(code, literals), ...literals.filter(isSql).flatMap(({ content }) => usesInSql(content))]
}

const readingCalls = 'selectFrom|from|using|(?:inner|left|right|full|cross)Join(?:Lateral)?'
const writingCalls = 'insertInto|replaceInto|updateTable|deleteFrom|mergeInto'

/** Reads the calls of Kysely, in code whose literals are replaced by their numbers. */
function usesInKysely(code: string, literals: Literal[]): Use[] {
  const tableIn = (number: string | undefined): string => {
    const [name = ''] = literals[Number(number)]?.content.trim().split(/\s/) ?? []
    return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  }
  const reads = [
    ...code.matchAll(new RegExp(`(?<!\\b(?:Array|Buffer))\\.\\s*(${readingCalls})\\(\\s*(\\[[^\\]]*\\]|‹\\d+›)`, 'g')),
  ].flatMap(([, , named = '']) => [...named.matchAll(/‹(\d+)›/g)].map(([, number]) => tableIn(number)))
  const writes = [...code.matchAll(new RegExp(`\\.\\s*(${writingCalls})\\(\\s*(?:‹(\\d+)›)?`, 'g'))].map(
    ([, , number]) => (number === undefined ? unknownTable : tableIn(number)),
  )
  return [
    ...reads.map((table) => ({ table, kind: 'read' as const })),
    ...writes.map((table) => ({ table, kind: 'write' as const })),
  ]
}

const clauseEnd =
  /\b(where|join|left|right|inner|cross|full|on|group|order|limit|for|returning|union|set|having|window|select|as \()\b|[()?]/

function usesInSql(text: string): Use[] {
  const sql = sqlOf(text)
  const named = new Set([...sql.matchAll(/\b(\w+) as (?:materialized )?\(/g)].map(([, name]) => name))
  const writing = /\b(?:insert into|merge into|delete from|truncate(?: table)?|alter table|update)(?: only)? (\w+)/g
  const writes = [...sql.matchAll(writing)].map(([, table = '']) => table)
  const reads = sql
    .replace(/\bdelete from (only )?/g, 'deleted ')
    .split(/\b(?:from|join|using)(?: lateral| only)? /)
    .slice(1)
    .flatMap((list) => (list.split(clauseEnd)[0] ?? '').split(','))
    .map((item) => item.trim().split(' ')[0] ?? '')
  return [
    ...reads.filter((table) => !named.has(table)).map((table) => ({ table, kind: 'read' as const })),
    ...writes.map((table) => ({ table, kind: 'write' as const })),
  ]
}

/** Returns SQL on one line, in lower case, without comments and quotes. */
const sqlOf = (text: string): string =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\b(references|unique|primary key|foreign key)\b[^,;]*/g, '')
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .toLowerCase()

type Literal = { content: string; tag: string }

const isSql = ({ content, tag }: Literal): boolean =>
  /\bsql(<[^`]*>)?$/.test(tag) || /^\s*(select|insert|update|delete|with|merge|truncate|lock)\b/i.test(content)

/** Splits TypeScript into code, where each literal is its number, and the literals. Comments are left out. */
function split(text: string): { code: string; literals: Literal[] } {
  const literals: Literal[] = []
  let at = 0
  const readCode = (isEnd: () => boolean): string => {
    let code = ''
    while (at < text.length && !isEnd()) {
      const two = text.slice(at, at + 2)
      const character = text[at] ?? ''
      if (two === '//') at = indexAfter('\n')
      else if (two === '/*') at = indexAfter('*/')
      else if (character === '`' || character === "'" || character === '"') code += readLiteral(character, code)
      else {
        code += character
        at++
      }
    }
    return code
  }
  const readLiteral = (quote: string, before: string): string => {
    let content = ''
    for (at++; at < text.length && text[at] !== quote; at++) {
      if (text[at] === '\\') content += text[++at] ?? ''
      else if (quote === '`' && text.startsWith('${', at)) {
        at += 2
        let depth = 0
        inner(() => {
          if (text[at] === '{') depth++
          return text[at] === '}' && depth-- === 0
        })
        content += ' ? '
      } else content += text[at]
    }
    at++
    literals.push({ content, tag: before.slice(-80) })
    return `‹${literals.length - 1}›`
  }
  const nested: string[] = []
  const inner = (isEnd: () => boolean) => void nested.push(readCode(isEnd))
  const indexAfter = (mark: string): number => {
    const found = text.indexOf(mark, at + 1)
    return found === -1 ? text.length : found + mark.length
  }
  const code = readCode(() => false)
  return { code: [code, ...nested].join('\n'), literals }
}
