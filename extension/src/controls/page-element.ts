/**
 * Reads elements of the page. A form has its fields in place of its own properties of these names, so that a page could
 * lead a reader elsewhere.
 */
export const parentNodeOf = (node: Node): Node | null => Reflect.get(Node.prototype, 'parentNode', node)
export const assignedSlotOf = (node: Element): Element | null => Reflect.get(Element.prototype, 'assignedSlot', node)
export const childNodesOf = (node: Node): Iterable<Node> => Reflect.get(Node.prototype, 'childNodes', node)
export const contains = (node: Node, other: Node | null): boolean => Node.prototype.contains.call(node, other)
export const rectOf = (node: Element): DOMRect => Element.prototype.getBoundingClientRect.call(node)
export const matches = (node: Element, selector: string): boolean => Element.prototype.matches.call(node, selector)
