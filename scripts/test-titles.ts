import { parseAst } from 'vitest/node'

/** A title of a test as its source has it, and its line. */
export type TestTitle = { text: string; line: number }

/** Lists the titles of a source's tests, also of those that run for each of many rows. */
export function listTestTitles(path: string, source: string): TestTitle[] {
  const titles: TestTitle[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const title = titleIn(node)
    if (title)
      titles.push({
        text: source.slice(title.start + 1, title.end - 1),
        line: source.slice(0, title.start).split('\n').length,
      })
    for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(source, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return titles
}

type Place = { start: number; end: number }

/** Returns where the title of a call of `test`, `test.each(…)` and the like stands. */
function titleIn(node: object): Place | undefined {
  if (!('type' in node && node.type === 'CallExpression' && 'callee' in node && 'arguments' in node)) return undefined
  const [first] = Array.isArray(node.arguments) ? node.arguments : []
  const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string')
  return isText && rootOf(node.callee) === 'test' ? first : undefined
}

/** Returns the name that a chain such as `test.concurrent.for(rows)` begins with. */
function rootOf(node: unknown): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if ('name' in node) return String(node.name)
  return rootOf('object' in node ? node.object : 'callee' in node ? node.callee : undefined)
}
