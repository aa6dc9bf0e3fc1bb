/**
 * Reads elements of the page. A form has its fields in place of its own properties of these names, so that a page could
 * lead a reader elsewhere.
 */
export const parentNodeOf = (node: Node): Node | null => Reflect.get(Node.prototype, 'parentNode', node)
export const childNodesOf = (node: Node): Iterable<Node> => Reflect.get(Node.prototype, 'childNodes', node)
export const contains = (node: Node, other: Node | null): boolean => Node.prototype.contains.call(node, other)
export const rectOf = (node: Element): DOMRect => Element.prototype.getBoundingClientRect.call(node)
export const matches = (node: Element, selector: string): boolean => Element.prototype.matches.call(node, selector)

/** Returns the shadow root of an element, also a closed one: Chromium has an API for it, Firefox a property. */
export function shadowRootOf(node: HTMLElement & { openOrClosedShadowRoot?: ShadowRoot | null }): ShadowRoot | null {
  try {
    const { dom } = chrome
    return dom?.openOrClosedShadowRoot(node) ?? node.openOrClosedShadowRoot ?? node.shadowRoot
  } catch {
    return node.shadowRoot // the extension was updated or removed
  }
}

/** Returns the slot that draws an element, also one in a closed shadow root. */
export function slotOf(element: Element): Element | undefined {
  const parent = parentNodeOf(element)
  const root = parent instanceof HTMLElement ? shadowRootOf(parent) : null
  return [...(root?.querySelectorAll('slot') ?? [])].find((slot) => slot.assignedNodes().includes(element))
}
