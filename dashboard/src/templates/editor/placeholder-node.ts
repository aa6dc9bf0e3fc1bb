import { isSnippet, type Placeholder } from '@loadping/contract/templates/placeholder-titles'
import { parseTemplate } from '@loadping/contract/templates/template-text'
import { Node } from '@tiptap/core'
import type { Fragment, Node as ProseMirrorNode, Schema } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Transform } from '@tiptap/pm/transform'
import { placeholderGuide } from '../placeholder-guide.ts'

const chip = 'inline-block leading-5 rounded-xs border px-1 py-px text-[0.93em] font-medium'
const known = `${chip} border-accent-border bg-accent-subtle text-accent-text`
const unknown = `${chip} border-danger-border bg-danger-subtle text-danger-text`

/** A placeholder as a chip. Outside of the editor it is its text, such as `{{origin}}`. */
export const PlaceholderNode = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  addAttributes: () => ({ raw: { default: '', rendered: false } }),
  parseHTML: () => [{ tag: 'span[data-placeholder]', priority: 100, getAttrs: readChip }],
  renderHTML({ node }) {
    const raw = rawOf(node)
    const guide = findGuide(raw)
    const note = guide ? { class: known, title: describe(guide) } : { class: unknown }
    return ['span', { ...note, 'data-placeholder': '' }, textOfChip(node)]
  },
  renderText: ({ node }) => textOfChip(node),
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, _before, { doc, tr }) => {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        return convertPlaceholders(tr, doc).docChanged ? tr : null
      },
    }),
  ],
})

const rawOf = (node: ProseMirrorNode): string => String(node.attrs['raw'])
const textOfChip = (node: ProseMirrorNode): string => `{{${rawOf(node)}}}`

function readChip(element: HTMLElement) {
  const [, raw] = /^\{\{([^{}]*)\}\}$/.exec(element.textContent ?? '') ?? []
  return raw === undefined ? false : { raw }
}

const describe = ({ meaning, example }: { meaning: string; example?: string }): string =>
  example ? `${meaning}, such as ${example}` : meaning

function findGuide(raw: string) {
  const [token] = parseTemplate(`{{${raw}}}`).placeholders
  if (!token?.name) return undefined
  return isSnippet(token.name) ? { meaning: 'Your snippet' } : placeholderGuide[token.name]
}

const tidy = (raw: string): string => raw.replace(/\s+/g, ' ').trim()

/** Returns which placeholder a chip stands for; not a snippet, nor an unknown one. */
export function placeholderOf(node: ProseMirrorNode): Placeholder | undefined {
  if (node.type.name !== 'placeholder') return undefined
  const [token] = parseTemplate(textOfChip(node)).placeholders
  return token?.name && !isSnippet(token.name) ? token.name : undefined
}

/** Long ones stay text: they could not be read as a chip. */
const written = /\{\{([^{}]{0,100})\}\}/g
/** Stands for what is not text, so that no placeholder reaches over it. */
const notText = '\ufffc'

/** Turns each placeholder that is written as text into a chip. */
function convertPlaceholders<T extends Transform>(transform: T, doc: ProseMirrorNode): T {
  const found: { from: number; to: number; raw: string }[] = []
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, null, notText)
    if (text.includes('}}'))
      for (const { 0: token, 1: raw = '', index } of text.matchAll(written))
        found.push({ from: position + 1 + index, to: position + 1 + index + token.length, raw: tidy(raw) })
    return false
  })
  const { placeholder } = doc.type.schema.nodes
  for (const { from, to, raw } of found.reverse()) {
    const marks = doc.nodeAt(from)?.marks ?? []
    if (placeholder) transform.replaceWith(from, to, placeholder.create({ raw }, undefined, marks))
  }
  return transform
}

/** Returns the document with its placeholders as chips. */
export const withChips = (doc: ProseMirrorNode): ProseMirrorNode => convertPlaceholders(new Transform(doc), doc).doc

/** Returns what is written in a text block, with the position of each character relative to the block's content. */
export function readBlock(block: ProseMirrorNode): { text: string; positions: number[] } {
  let text = ''
  const positions: number[] = []
  block.forEach((node, offset) => {
    const piece = node.isText ? (node.text ?? '') : node.type.name === 'placeholder' ? textOfChip(node) : notText
    for (let index = 0; index < piece.length; index++) positions.push(node.isText ? offset + index : offset)
    text += piece
  })
  return { text, positions: [...positions, block.content.size] }
}

export const textOfLine = (doc: ProseMirrorNode): string =>
  doc.firstChild ? readBlock(doc.firstChild).text.replaceAll(notText, ' ') : ''

/** Reads one line of text with placeholders. */
export function parseLine(text: string, schema: Schema): ProseMirrorNode {
  const line = text.replace(/\s*[\r\n]+\s*/g, ' ')
  const content: Fragment | ProseMirrorNode[] = line ? [schema.text(line)] : []
  return withChips(schema.node('doc', null, [schema.node('paragraph', null, content)]))
}
