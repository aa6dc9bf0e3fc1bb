import { bodyAttributes, bodyLinkSchemes, bodyTags, keepStyles } from '@loadping/contract/templates/body-html'
import { DOMParser, DOMSerializer, type Node as ProseMirrorNode, type Schema } from '@tiptap/pm/model'
import { sanitizeToFragment } from '../../ui/trusted-html.ts'
import { withChips } from './placeholder-node.ts'

const allowed = {
  tags: bodyTags,
  attributes: [...new Set([...Object.values(bodyAttributes).flat(), 'data-pm-slice', 'data-placeholder'])],
  // DOMPurify tests every value with it: an address with one of the schemes, or a text that names no scheme.
  links: new RegExp(`^(?:(?:${bodyLinkSchemes.join('|')}):|[^a-z]|[a-z+.-]+(?:[^a-z+.:-]|$))`, 'i'),
}

/** Cleans pasted or stored HTML to what an email may hold, without the line breaks that browsers don't show. */
export function cleanHtml(html: string): DocumentFragment {
  const fragment = sanitizeToFragment(html, allowed)
  for (const lineBreak of fragment.querySelectorAll('br')) removeIfInvisible(lineBreak)
  return fragment
}

/** Reads stored HTML into the editor's document. */
export const parseBody = (html: string, schema: Schema): ProseMirrorNode =>
  withChips(DOMParser.fromSchema(schema).parse(cleanHtml(html)))

/** Writes the document as the HTML that is stored and sent. Parsing and writing it again changes nothing. */
export function serializeBody(doc: ProseMirrorNode): string {
  if (doc.childCount === 1 && doc.firstChild?.isTextblock && doc.firstChild.content.size === 0) return ''
  return doc.children.map(serializeBlock).join('\n')
}

/** What was written of each block, which never changes: a key press changes one block and keeps the others. */
const written = new WeakMap<ProseMirrorNode, string>()

function serializeBlock(block: ProseMirrorNode): string {
  const html = written.get(block) ?? writeBlock(block)
  written.set(block, html)
  return html
}

function writeBlock(node: ProseMirrorNode): string {
  const root = document.createElement('div')
  root.append(DOMSerializer.fromSchema(node.type.schema).serializeNode(node))
  for (const chip of root.querySelectorAll('[data-placeholder]')) chip.replaceWith(chip.textContent ?? '')
  root.normalize()
  for (const styled of root.querySelectorAll('[style]')) writeStyles(styled)
  for (const block of root.querySelectorAll('*')) if (isTextBlock(block)) writeText(block)
  for (const block of root.querySelectorAll('li, td, th')) unwrapFirstLine(block)
  for (const container of root.querySelectorAll('div, ul, ol, table, tbody, tr, blockquote')) writeLines(container)
  return root.innerHTML.replaceAll('&nbsp;', '\u00a0').replaceAll('<br>', '<br />').replaceAll('<hr>', '<hr />')
}

const isBlock = (node: Node): boolean =>
  /^(?:P|DIV|LI|[UO]L|TABLE|TBODY|THEAD|TR|TD|TH|BLOCKQUOTE|H[1-3R])$/.test(node.nodeName)
const isTextBlock = (node: Element): boolean =>
  isBlock(node) && ![...node.children].some(isBlock) && node.nodeName !== 'HR'

/** Removes a line break that ends its block; alone between two blocks it is an empty line. */
function removeIfInvisible(lineBreak: Element): void {
  const before = neighborOf(lineBreak, 'previousSibling')
  const after = neighborOf(lineBreak, 'nextSibling')
  if (after === 'text') return
  if (before === 'text' || (before === 'edge' && after === 'edge')) lineBreak.remove()
  else lineBreak.replaceWith(document.createElement('div'))
}

/** What is shown beside a node: text, a block, or the edge of its own block. */
function neighborOf(start: Node, side: 'previousSibling' | 'nextSibling'): 'text' | 'block' | 'edge' {
  for (let node = start; ; ) {
    let sibling = node[side]
    while (sibling && sibling.nodeType !== Node.ELEMENT_NODE && !/[^ \t\r\n]/.test(sibling.textContent ?? ''))
      sibling = sibling[side]
    if (sibling) return isBlock(sibling) ? 'block' : 'text'
    const parent = node.parentNode
    if (!parent || isBlock(parent)) return 'edge'
    node = parent
  }
}

/** Writes styles as the server does, not as the browser spells them, so that a save changes nothing. */
const writeStyles = (element: Element): void =>
  element.setAttribute('style', keepStyles(element.getAttribute('style') ?? ''))

/** Writes spaces and line breaks so that an email shows them as the editor does. */
function writeText(block: Element): void {
  const texts = textsIn(block)
  for (const text of texts)
    text.data = text.data.replace(/ {2,}/g, (spaces) => ` ${'\u00a0'.repeat(spaces.length - 1)}`)
  const first = texts[0]
  const last = texts.at(-1)
  if (first) first.data = first.data.replace(/^ /, '\u00a0')
  if (last) last.data = last.data.replace(/ $/, '\u00a0')
  if (!block.hasChildNodes() || block.lastChild?.nodeName === 'BR') block.append(document.createElement('br'))
}

function textsIn(block: Element): Text[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
  return texts
}

/** Writes the first line of a list item or cell without its own element, as mail programs do. */
function unwrapFirstLine(block: Element): void {
  const [first, ...rest] = block.children
  if (!first || first.attributes.length > 0 || !rest.every(({ nodeName }) => /^[UO]L$/.test(nodeName))) return
  const isPlain = first.nodeName === 'DIV' || (first.nodeName === 'P' && block.nodeName === 'LI')
  if (isPlain && isTextBlock(first)) first.replaceWith(...first.childNodes)
}

/** Writes each block on a line of its own, for readers of the source. */
function writeLines(container: Element): void {
  const blocks = [...container.children]
  if (!blocks.every(isBlock)) return
  for (const block of blocks.slice(1)) block.before('\n')
}
