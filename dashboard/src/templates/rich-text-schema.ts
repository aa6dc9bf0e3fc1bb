import { type AnyExtension, Extension, Node } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { splitBlockAs } from '@tiptap/pm/commands'
import { StarterKit } from '@tiptap/starter-kit'
import { KeptAttributes, Styled } from './kept-attributes.ts'
import { PlaceholderNode } from './placeholder-node.ts'

/** A div with text: the line of Gmail and Outlook, without the margin of a paragraph. */
const Line = Node.create({
  name: 'line',
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'div', priority: 40, getAttrs: (element) => !holdsBlocks(element) && null }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    const splitLine = splitBlockAs(({ type, attrs }) => ({ type, attrs }))
    return {
      Enter: () => {
        const { $from } = this.editor.state.selection
        const isLine = $from.parent.type === this.type && $from.node(-1)?.type.name !== 'listItem'
        return isLine && splitLine(this.editor.state, this.editor.view.dispatch)
      },
    }
  },
})

/** A div with blocks. Text beside them becomes a line. */
const Group = Node.create({
  name: 'group',
  group: 'block',
  content: 'line+ | (line | block)+',
  parseHTML: () => [{ tag: 'div', priority: 39 }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
})

const blocks = 'p,div,ul,ol,table,blockquote,hr,h1,h2,h3'
const holdsBlocks = (element: Element): boolean => element.querySelector(blocks) !== null

const inBlocks = { content: '(line | block)+' }
const changed: Record<string, object> = { listItem: inBlocks, blockquote: inBlocks }

const kit = StarterKit.extend({
  addExtensions() {
    const parts: AnyExtension[] = this.parent?.() ?? []
    return parts.map((part) => (changed[part.name] ? part.extend(changed[part.name]) : part))
  },
})

const linkOptions = {
  openOnClick: false,
  autolink: true,
  defaultProtocol: 'https',
  HTMLAttributes: { target: null, rel: null, class: null },
}

/** A table as in emails: no column widths of the editor. */
const EmailTable = Table.extend({ renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]] })

/** The nodes and marks of a message. */
export const bodySchema = [
  kit.configure({
    code: false,
    codeBlock: false,
    trailingNode: false,
    heading: { levels: [1, 2, 3] },
    dropcursor: { width: 2, color: 'var(--accent-solid)' },
    link: linkOptions,
  }),
  Line,
  Group,
  EmailTable.configure({ resizable: false }),
  TableRow,
  TableCell.extend(inBlocks),
  TableHeader.extend(inBlocks),
  Styled,
  KeptAttributes,
  PlaceholderNode,
]

const SingleLine = Extension.create({
  name: 'singleLine',
  priority: 10_000,
  addKeyboardShortcuts: () => ({ Enter: () => true, 'Shift-Enter': () => true, 'Mod-Enter': () => true }),
})

/** One line of text and placeholders. */
export const subjectSchema = [
  kit.configure({
    ...{ blockquote: false, bold: false, bulletList: false, code: false, codeBlock: false, document: false },
    ...{ gapcursor: false, hardBreak: false, heading: false, horizontalRule: false, italic: false, link: false },
    ...{ listItem: false, listKeymap: false, orderedList: false, strike: false, trailingNode: false, underline: false },
  }),
  Node.create({ name: 'doc', topNode: true, content: 'paragraph' }),
  SingleLine,
  PlaceholderNode,
]
