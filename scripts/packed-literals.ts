import { parseAst } from 'vitest/node'

type Syntax = { type: string; start: number }

/**
 * Lists the lines of a source that pack several into one: a spread of a literal in a literal, and a declaration of
 * several names by a literal list of their values.
 */
export function findPackedLiterals(path: string, text: string): number[] {
  if (!mayBePacked.test(text)) return []
  const packed: Syntax[] = []
  const visit = (node: unknown) => {
    if (isSyntax(node)) packed.push(...packedIn(node))
    if (typeof node === 'object' && node !== null) for (const part of Object.values(node)) visit(part)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return packed.map(({ start }) => text.slice(0, start).split('\n').length)
}

/** What every packed line has, so that most files need not be parsed. */
const mayBePacked = /\.\.\.[\s(]*[[{]|\b(?:const|let)\s*\[/

function packedIn(node: Syntax): Syntax[] {
  if (node.type === 'ArrayExpression') return partsOf(node, 'elements').filter(isSpreadLiteral)
  if (node.type === 'ObjectExpression') return partsOf(node, 'properties').filter(isSpreadLiteral)
  return node.type === 'VariableDeclarator' && declaresByValues(node) ? [node] : []
}

function declaresByValues(node: Syntax): boolean {
  const values = unwrap(partOf(node, 'init'))
  if (partOf(node, 'id')?.type !== 'ArrayPattern' || values?.type !== 'ArrayExpression') return false
  return !partsOf(values, 'elements').some(({ type }) => type === 'SpreadElement')
}

const isSpreadLiteral = (node: Syntax): boolean =>
  node.type === 'SpreadElement' &&
  ['ArrayExpression', 'ObjectExpression'].includes(unwrap(partOf(node, 'argument'))?.type ?? '')

/** Leaves out what only says a type, such as `as const`, and parentheses. */
function unwrap(node: Syntax | undefined): Syntax | undefined {
  const isWrapped = node && /^(TS(As|Satisfies|NonNull)|Parenthesized)Expression$/.test(node.type)
  return isWrapped ? unwrap(partOf(node, 'expression')) : node
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const entryOf = (node: Syntax, name: string): unknown => Object.entries(node).find(([key]) => key === name)?.[1]

function partOf(node: Syntax, name: string): Syntax | undefined {
  const part = entryOf(node, name)
  return isSyntax(part) ? part : undefined
}

function partsOf(node: Syntax, name: string): Syntax[] {
  const parts = entryOf(node, name)
  return Array.isArray(parts) ? parts.filter(isSyntax) : []
}
