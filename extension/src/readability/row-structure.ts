const maxLength = 20_000
/** Attributes whose words are the board's own, and tell where a value is. */
const keptAttributes = /^(?:class|id|role|type|data-[\w-]+|aria-(?:label|colindex|rowindex))$/

/** Returns a row as HTML without what it says: every letter is an x, every digit a 0, and links have no address. */
export function structureOf(row: Element): string {
  return describe(row, 0).slice(0, maxLength)
}

function describe(node: Element, depth: number): string {
  if (depth > 30) return ''
  const tag = node.localName
  const attributes = [...node.attributes].map(({ name, value }) => ` ${attributeOf(name, value)}`).join('')
  if (/^(?:script|style|svg)$/.test(tag)) return `<${tag}></${tag}>`
  const children = [...node.childNodes].map((child) =>
    child instanceof Element ? describe(child, depth + 1) : child.nodeType === 3 ? shapeOf(child.nodeValue ?? '') : '',
  )
  return `<${tag}${attributes}>${children.join('')}</${tag}>`
}

function attributeOf(name: string, value: string): string {
  if (!keptAttributes.test(name)) return name
  const isHook = name === 'class' || name === 'role' || name === 'type' || name === 'id' || /^data-test/.test(name)
  return `${name}="${isHook ? value.replace(/\p{N}/gu, '0').slice(0, 200) : shapeOf(value)}"`
}

/** Keeps the shape of a text: `Joliet, IL` is `Xxxxxx, XX`, and `$2,315` is `$0,000`. */
const shapeOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\p{L}/gu, (letter) => (letter === letter.toLowerCase() ? 'x' : 'X'))
    .replace(/\p{N}/gu, '0')
    .replace(/[<>&"]/g, '?')
    .slice(0, 200)
