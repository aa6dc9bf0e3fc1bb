import { bodyAttributes, keepStyles } from '@loadping/contract/templates/body-html'
import { Extension, Mark } from '@tiptap/core'

type Kept = Record<string, string>

/** Styles that are marks of the editor, so that its buttons can switch them off. */
const markStyles =
  /^(?:font-weight:(?:bold|bolder|[7-9]00)|font-style:italic|text-decoration:.*(?:underline|line-through).*)$/i
/** Attributes that a mark has as its own. */
const ownAttributes = new Set(['href'])

/** Reads the attributes of a pasted or stored element that an email may hold. */
function readKept(element: HTMLElement): Kept {
  const names = [...(bodyAttributes['*'] ?? []), ...(bodyAttributes[element.localName] ?? [])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = element.getAttribute(name)
      if (value === null || ownAttributes.has(name)) return []
      const kept = name === 'style' ? withoutMarkStyles(keepStyles(value)) : value
      return kept ? [[name, kept]] : []
    }),
  )
}

const withoutMarkStyles = (css: string): string =>
  css
    .split(';')
    .filter((declaration) => !markStyles.test(declaration))
    .join(';')

const keptAttribute = {
  default: {},
  parseHTML: readKept,
  renderHTML: ({ kept }: { kept?: Kept }) => kept ?? {},
}

const types = [
  'paragraph',
  'line',
  'group',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'horizontalRule',
  'bold',
  'italic',
  'underline',
  'strike',
  'link',
]

/** Keeps styles, colors, cell padding and widths of pasted emails on blocks, cells and links. */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes: () => [{ types, attributes: { kept: keptAttribute } }],
})

const styledTags = ['span', 'font', 'sub', 'sup', 'small']

/** Text with the font, size or color of a pasted email. Unlike other marks it nests in itself. */
export const Styled = Mark.create({
  name: 'styled',
  priority: 1001, // Outside of bold: an inner `font-weight: normal` would undo it.
  excludes: '',
  addAttributes: () => ({
    tag: { default: 'span', parseHTML: ({ localName }) => localName, renderHTML: () => ({}) },
    kept: keptAttribute,
  }),
  parseHTML: () =>
    styledTags.map((tag) => ({
      tag,
      getAttrs: (element) =>
        tag.startsWith('s') && tag !== 'span' ? null : Object.keys(readKept(element)).length > 0 && null,
    })),
  renderHTML: ({ mark, HTMLAttributes }) => [String(mark.attrs['tag']), HTMLAttributes, 0],
})
