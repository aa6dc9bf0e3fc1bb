/** What tells a row from the rest of a page. */
type Rows = {
  isRow: (element: Element) => boolean
  isOwn: (node: Node) => boolean
  find: (root: ParentNode) => Element[]
}

/** Returns the rows that mutations added or changed. Our own controls change no row. */
export function changedRows(records: readonly MutationRecord[], rows: Rows): Set<Element> {
  const changed = new Set<Element>()
  const grown = new Set<ParentNode>()
  for (const { type, target, addedNodes, removedNodes } of records) {
    const nodes = [...addedNodes, ...removedNodes]
    if (rows.isOwn(target) || (nodes.length > 0 && nodes.every(rows.isOwn))) continue
    const row = rowOf(target, rows.isRow)
    if (row) changed.add(row)
    const isGrown = type === 'childList' && [...addedNodes].some((node) => node instanceof Element)
    if (isGrown && target instanceof Element && target.isConnected) grown.add(target)
    if (type === 'attributes' && !row && target.parentNode instanceof Element) grown.add(target.parentNode)
  }
  for (const parent of grown) for (const row of rows.find(parent)) if (!rows.isRow(row)) changed.add(row)
  return changed
}

function rowOf(node: Node, isRow: (element: Element) => boolean): Element | undefined {
  let element = node instanceof Element ? node : node.parentElement
  while (element && !isRow(element)) element = element.parentElement
  return element ?? undefined
}
