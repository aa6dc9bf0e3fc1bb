import { bodyLinkSchemes } from '@loadping/contract/templates/body-html'
import { Mark } from '@tiptap/core'

type Switch = { name: string; tags: string[]; style: RegExp; property: string; off?: RegExp; key: string }

/** A mark that its button and key switch on and off, however the pasted email spelled it. */
const createSwitch = ({ name, tags, style, property, off, key }: Switch) =>
  Mark.create({
    name,
    parseHTML: () => [
      ...tags.map((tag) => ({ tag })),
      { style: property, consuming: false, getAttrs: (value: string) => style.test(value) && null },
      ...(off ? [{ style: property, consuming: false, clearMark: isMark(name), getAttrs: offAttrs(off) }] : []),
    ],
    renderHTML: ({ HTMLAttributes }) => [tags[0] ?? 'span', HTMLAttributes, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(name) }
    },
  })

const isMark =
  (name: string) =>
  (mark: { type: { name: string } }): boolean =>
    mark.type.name === name
const offAttrs = (off: RegExp) => (value: string) => off.test(value) && null

export const Bold = createSwitch({
  name: 'bold',
  tags: ['strong', 'b'],
  key: 'Mod-b',
  property: 'font-weight',
  style: /^(?:bold|bolder|[7-9]00)$/,
  off: /^(?:normal|400)$/,
})
export const Italic = createSwitch({
  name: 'italic',
  tags: ['em', 'i'],
  key: 'Mod-i',
  property: 'font-style',
  style: /^italic$/,
  off: /^normal$/,
})
export const Underline = createSwitch({
  name: 'underline',
  tags: ['u'],
  key: 'Mod-u',
  property: 'text-decoration',
  style: /underline/,
})
export const Strike = createSwitch({
  name: 'strike',
  tags: ['s'],
  key: 'Mod-Shift-s',
  property: 'text-decoration',
  style: /line-through/,
})

const linked = new RegExp(`^(?:${bodyLinkSchemes.join('|')}):`, 'i')

export const Link = Mark.create({
  name: 'link',
  priority: 1000,
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href]', getAttrs: (element) => linked.test(element.getAttribute('href') ?? '') && null }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
})
