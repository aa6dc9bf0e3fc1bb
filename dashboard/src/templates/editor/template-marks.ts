import { boardOptions } from '@loadping/contract/account/board-options'
import type { BoardId } from '@loadping/contract/boards/board-id'
import type { Placeholder } from '@loadping/contract/templates/placeholder-titles'
import { Extension } from '@tiptap/core'
import type { Node as ProseMirrorNode } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { boardsWithout } from '../checks/board-fills.ts'
import { findPlaceholderErrors } from '../placeholder-errors.ts'
import { placeholderOf, readBlock } from './placeholder-node.ts'

/** A part of a text block, relative to its content. */
type Part = { from: number; to: number }
type BlockMarks = {
  optional: Part[]
  errors: (Part & { text: string })[]
  chips: (Part & { name: Placeholder })[]
}

/** An invalid placeholder or bracket, with its position in the document. */
export type MarkedError = { from: number; to: number; text: string }

type Marked = { decorations: DecorationSet; errors: MarkedError[]; boards: readonly BoardId[] }
const key = new PluginKey<Marked>('templateMarks')

/** Underlines optional text, and marks where they stand: invalid placeholders and brackets, and what a board lacks. */
export const TemplateMarks = Extension.create({
  name: 'templateMarks',
  addProseMirrorPlugins: () => [
    new Plugin<Marked>({
      key,
      state: {
        init: (_config, { doc }) => markDocument(doc, []),
        apply(transaction, before, _old, { doc }) {
          const boards: readonly BoardId[] = transaction.getMeta(key) ?? before.boards
          return transaction.docChanged || boards !== before.boards ? markDocument(doc, boards) : before
        },
      },
      props: {
        decorations(state) {
          const marked = key.getState(state)
          const typed = marked?.errors.filter((error) => isBeingTyped(error, state)) ?? []
          return marked?.decorations.remove(
            typed.flatMap(({ from, to }) => marked.decorations.find(from, to, ({ isError }) => isError)),
          )
        },
      },
    }),
  ],
})

/** Sets the boards that the placeholders are held against. */
export const setBoards = ({ tr }: EditorState, boards: readonly BoardId[]) => tr.setMeta(key, boards)

/** Lists what is invalid, but not the placeholder that is being typed. */
export const findErrors = (state: EditorState): MarkedError[] =>
  key.getState(state)?.errors.filter((error) => !isBeingTyped(error, state)) ?? []

const isBeingTyped = ({ to, text }: MarkedError, { selection }: EditorState): boolean =>
  text.startsWith('{{') && !text.endsWith('}}') && selection.empty && selection.from === to

/** Blocks are never changed in place, so that only an edited one is read again. */
const known = new WeakMap<ProseMirrorNode, BlockMarks>()

function markDocument(doc: ProseMirrorNode, boards: readonly BoardId[]): Marked {
  const decorations: Decoration[] = []
  const errors: MarkedError[] = []
  doc.descendants((block, position) => {
    if (!block.isTextblock) return true
    const marks = known.get(block) ?? markBlock(block)
    known.set(block, marks)
    const start = position + 1
    for (const { from, to } of marks.optional)
      decorations.push(
        Decoration.inline(start + from, start + to, { class: 'optional-text' }),
        Decoration.inline(start + from, start + from + 2, { class: 'optional-bracket' }),
        Decoration.inline(start + to - 2, start + to, { class: 'optional-bracket' }),
      )
    for (const { from, to, name } of marks.chips) {
      const without = boardsWithout(boards, name).map((board) => boardOptions[board].name)
      if (without.length > 0)
        decorations.push(
          Decoration.node(start + from, start + to, { class: 'missing-value', title: `Not on ${without.join(', ')}` }),
        )
    }
    for (const { from, to, text } of marks.errors) {
      errors.push({ from: start + from, to: start + to, text })
      decorations.push(Decoration.inline(start + from, start + to, { class: 'template-error' }, { isError: true }))
    }
    return false
  })
  return { decorations: DecorationSet.create(doc, decorations), errors, boards }
}

function markBlock(block: ProseMirrorNode): BlockMarks {
  const { text, positions } = readBlock(block)
  const part = (start: number, end: number): Part => ({
    from: positions[start] ?? 0,
    to: (positions[end - 1] ?? 0) + 1,
  })
  return {
    optional: findOptional(text).map(([start, end]) => part(start, end)),
    errors: findPlaceholderErrors(text).map((error) => ({ ...part(error.start, error.end), text: error.text })),
    chips: findChips(block),
  }
}

function findChips(block: ProseMirrorNode): BlockMarks['chips'] {
  const chips: BlockMarks['chips'] = []
  block.forEach((node, from) => {
    const name = placeholderOf(node)
    if (name) chips.push({ from, to: from + node.nodeSize, name })
  })
  return chips
}

/** Finds the pairs of `[[` and `]]`, which don't nest. */
function findOptional(text: string): [start: number, end: number][] {
  const pairs: [number, number][] = []
  let start: number | undefined
  for (const { 0: bracket, index } of text.matchAll(/\[\[|\]\]/g)) {
    if (bracket === '[[') start ??= index
    else if (start !== undefined) {
      pairs.push([start, index + 2])
      start = undefined
    }
  }
  return pairs
}

/** Makes each selected part of a block optional, or plain if it is within optional text. */
export function toggleOptional({ doc, selection, tr }: EditorState) {
  const { from, to } = selection
  const parts: (Part & { within: Part | undefined })[] = []
  doc.nodesBetween(from, to, (block, position) => {
    if (!block.isTextblock) return true
    const start = position + 1
    const part = { from: Math.max(from, start), to: Math.min(to, start + block.content.size) }
    const within = (known.get(block) ?? markBlock(block)).optional
      .map((optional) => ({ from: start + optional.from, to: start + optional.to }))
      .find((optional) => optional.from <= part.from && part.to <= optional.to)
    if (within || part.from < part.to) parts.push({ ...part, within })
    return false
  })
  for (const { from: start, to: end, within } of parts.reverse()) {
    if (within) tr.delete(within.to - 2, within.to).delete(within.from, within.from + 2)
    else tr.insertText(']]', end).insertText('[[', start)
  }
  return tr
}

export function isInOptional(state: EditorState): boolean {
  const { $from, $to } = state.selection
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return false
  return (known.get($from.parent) ?? markBlock($from.parent)).optional.some(
    ({ from, to }) => from <= $from.parentOffset && $to.parentOffset <= to,
  )
}
