import { Extension, Node, wrappingInputRule } from '@tiptap/core'
import { splitBlockAs } from '@tiptap/pm/commands'
import { dropCursor } from '@tiptap/pm/dropcursor'
import { gapCursor } from '@tiptap/pm/gapcursor'
import { history, redo, undo } from '@tiptap/pm/history'
import { KeptAttributes, Styled } from './kept-attributes.ts'
import { PlaceholderNode } from './placeholder-node.ts'
import { Bold, Italic, Link, Strike, Underline } from './rich-text-marks.ts'

const Document = Node.create({ name: 'doc', topNode: true, content: 'block+' })
const Text = Node.create({ name: 'text', group: 'inline' })

/** The block that typing starts with, so it comes first in the schema. */
const Paragraph = Node.create({
  name: 'paragraph',
  priority: 1000,
  group: 'block',
  content: 'inline*',
  parseHTML: () => [{ tag: 'p' }],
  renderHTML: ({ HTMLAttributes }) => ['p', HTMLAttributes, 0],
})

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

const holdsBlocks = (element: Element): boolean =>
  element.querySelector('p,div,ul,ol,table,blockquote,hr,h1,h2,h3') !== null

/** Text beside blocks becomes a line. */
const lines = '(line | block)+'

/** A div with blocks. */
const Group = Node.create({
  name: 'group',
  group: 'block',
  content: lines,
  defining: true,
  parseHTML: () => [{ tag: 'div', priority: 39 }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes, 0],
})

const Heading = Node.create({
  name: 'heading',
  group: 'block',
  content: 'inline*',
  addAttributes: () => ({ level: { default: 1, rendered: false } }),
  parseHTML: () => [1, 2, 3].map((level) => ({ tag: `h${level}`, attrs: { level } })),
  renderHTML: ({ node, HTMLAttributes }) => [`h${node.attrs['level']}`, HTMLAttributes, 0],
})

const Blockquote = Node.create({
  name: 'blockquote',
  group: 'block',
  content: lines,
  parseHTML: () => [{ tag: 'blockquote' }],
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
})

const BulletList = Node.create({
  name: 'bulletList',
  group: 'block',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ul' }],
  renderHTML: ({ HTMLAttributes }) => ['ul', HTMLAttributes, 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^\s*[-+*]\s$/, type: this.type })]
  },
})

const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
  addInputRules() {
    return [wrappingInputRule({ find: /^1[.)]\s$/, type: this.type })]
  },
})

const ListItem = Node.create({
  name: 'listItem',
  content: lines,
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ HTMLAttributes }) => ['li', HTMLAttributes, 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    }
  },
})

/** A table as in emails: it stays as it was pasted. */
const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: ({ HTMLAttributes }) => ['table', HTMLAttributes, ['tbody', 0]],
})

const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: ({ HTMLAttributes }) => ['tr', HTMLAttributes, 0],
})

const createCell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: lines,
    isolating: true,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  })

const HardBreak = Node.create({
  name: 'hardBreak',
  group: 'inline',
  inline: true,
  selectable: false,
  linebreakReplacement: true,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
  addKeyboardShortcuts() {
    const insertBreak = () => this.editor.commands.insertContent({ type: this.name })
    return { 'Shift-Enter': insertBreak, 'Mod-Enter': insertBreak }
  },
})

const HorizontalRule = Node.create({
  name: 'horizontalRule',
  group: 'block',
  parseHTML: () => [{ tag: 'hr' }],
  renderHTML: ({ HTMLAttributes }) => ['hr', HTMLAttributes],
})

const Undo = Extension.create({
  name: 'undo',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch)
    return { 'Mod-z': run(undo), 'Shift-Mod-z': run(redo), 'Mod-y': run(redo) }
  },
})

const Cursors = Extension.create({
  name: 'cursors',
  addProseMirrorPlugins: () => [gapCursor(), dropCursor({ width: 2, class: 'drop-cursor', color: false })],
})

/** The nodes and marks of a message. */
export const bodySchema = [
  Document,
  Text,
  Paragraph,
  Line,
  Group,
  Heading,
  Blockquote,
  BulletList,
  OrderedList,
  ListItem,
  Table,
  TableRow,
  createCell('tableCell', 'td'),
  createCell('tableHeader', 'th'),
  HardBreak,
  HorizontalRule,
  Bold,
  Italic,
  Underline,
  Strike,
  Link,
  Styled,
  KeptAttributes,
  PlaceholderNode,
  Undo,
  Cursors,
]

const SingleLine = Node.create({
  name: 'doc',
  topNode: true,
  priority: 10_000,
  content: 'paragraph',
  addKeyboardShortcuts: () => ({ Enter: () => true, 'Shift-Enter': () => true, 'Mod-Enter': () => true }),
})

/** One line of text and placeholders. */
export const subjectSchema = [SingleLine, Text, Paragraph, PlaceholderNode, Undo, Cursors]
