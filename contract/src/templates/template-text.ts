import {
  type Placeholder,
  type PlaceholderName,
  placeholderTitles,
  snippetNamePattern,
  snippetPlaceholder,
} from './placeholder-titles.ts'
import { parseRateFormula, type RateFormula } from './rate-formula.ts'

/** A placeholder as written (`raw`). Without a name it is unknown. */
export type PlaceholderToken = {
  raw: string
  name: PlaceholderName | undefined
  formula: RateFormula | undefined
  /** Whether it stands inside an HTML tag, such as in the address of a link. */
  isInTag: boolean
}

/** Text, a placeholder, optional text, or an HTML block that holds only optional text. */
export type TemplateNode =
  | string
  | PlaceholderToken
  | { kind: 'optional'; nodes: (string | PlaceholderToken)[] }
  | { kind: 'block'; nodes: TemplateNode[] }

export type TemplateText = { nodes: TemplateNode[]; placeholders: PlaceholderToken[]; unknown: string[] }

/** Parses a template text: its placeholders, optional texts and unpaired brackets. Takes linear time. */
export function parseTemplate(text: string): TemplateText {
  const parts: (string | PlaceholderToken)[][] = [[]]
  const unpaired: string[] = []
  let isInTag = false
  for (const token of text.match(tokens) ?? []) {
    const isOptional = parts.length % 2 === 0
    if (token === (isOptional ? ']]' : '[[')) parts.push([])
    else if (token === '[[' || token === ']]' || token === '}}') unpaired.push(token)
    else {
      addPiece(parts.at(-1) ?? [], token.startsWith('{{') ? { ...parsePlaceholder(token), isInTag } : token)
      const open = token.lastIndexOf('<')
      const close = token.lastIndexOf('>')
      if (open !== close) isInTag = open > close
    }
  }
  if (parts.length % 2 === 0) unpaired.push('[[')
  const placeholders = parts.flat().filter((piece) => typeof piece !== 'string')
  const nodes = parts.flatMap((part, index): TemplateNode[] =>
    index % 2 === 1 ? [{ kind: 'optional', nodes: part }] : part,
  )
  return {
    nodes,
    placeholders,
    unknown: [...placeholders.filter(({ name }) => !name).map(({ raw }) => raw), ...unpaired],
  }
}

const tokens = /\{\{[^}]*\}\}|\{\{[^}]*\}?|\}\}|\[\[|\]\]|[^{}[\]]+|[\s\S]/g

function addPiece(part: (string | PlaceholderToken)[], piece: string | PlaceholderToken): void {
  const last = part.at(-1)
  if (typeof piece === 'string' && typeof last === 'string') part[part.length - 1] = last + piece
  else part.push(piece)
}

function parsePlaceholder(token: string): Omit<PlaceholderToken, 'isInTag'> {
  if (!token.endsWith('}}')) return { raw: token.slice(0, 40), name: undefined, formula: undefined }

  const raw = token.slice(2, -2).trim()
  const [name = '', detail] = raw.split(/:(.*)/s)
  if (name === 'snippet' && detail !== undefined && snippetNamePattern.test(detail))
    return { raw, name: snippetPlaceholder(detail), formula: undefined }
  const formula = detail === undefined ? undefined : parseRateFormula(detail)
  const isKnown = isPlaceholder(name) && (detail === undefined || (name === 'rate' && formula !== undefined))
  return { raw, name: isKnown ? name : undefined, formula }
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholderTitles, name)
export const placeholderNames = Object.keys(placeholderTitles).filter(isPlaceholder)

/** Groups each paragraph, list item or heading that holds optional text and nothing else, so that it can be left out. */
export function groupBlocks(nodes: TemplateNode[]): TemplateNode[] {
  const grouped: TemplateNode[] = []
  let open: { tag: string; start: number; holdsOptional: boolean } | undefined
  for (const node of nodes.flatMap(splitAtTags)) {
    grouped.push(node)
    const { tag, isEnd } = readTag(node)
    if (tag && !isEnd) open = { tag, start: grouped.length - 1, holdsOptional: false }
    else if (open && tag === open.tag) {
      if (open.holdsOptional) grouped.push({ kind: 'block', nodes: grouped.splice(open.start) })
      open = undefined
    } else if (open && typeof node === 'object' && 'kind' in node && !holdsBlockTag(node)) open.holdsOptional = true
    else if (!isInvisible(node)) open = undefined
  }
  return grouped
}

const blockTag = /^<(\/?)(p|li|div|h[1-3])(?![a-z0-9])/i
/** The line break after an end tag belongs to its block. */
const tags = /(<\/?[a-z][^<>]{0,1000}>\n?)/i

const splitAtTags = (node: TemplateNode): TemplateNode[] =>
  typeof node === 'string' ? node.split(tags).filter(Boolean) : [node]

function readTag(node: TemplateNode): { tag?: string | undefined; isEnd?: boolean } {
  const [, slash, tag] = typeof node === 'string' ? (blockTag.exec(node) ?? []) : []
  return { tag: tag?.toLowerCase(), isEnd: slash === '/' }
}

const holdsBlockTag = (node: TemplateNode): boolean =>
  typeof node === 'object' &&
  'kind' in node &&
  node.nodes.some((piece) => typeof piece === 'string' && /<\/?(p|li|div|h[1-3]|ul|ol|table|t[rdh])\b/i.test(piece))

const invisible = /^(?:\s|&nbsp;|\u00a0|<\/?(?:br|span|b|strong|i|em|u|s|a|font|small|sub|sup)\b[^<>]*>)*$/i
const isInvisible = (node: TemplateNode): boolean => typeof node === 'string' && invisible.test(node)
