import type { BoardId } from '@loadping/contract/boards/board-id'
import { isSnippet, type Placeholder } from '@loadping/contract/templates/placeholder-titles'
import { parseTemplate } from '@loadping/contract/templates/template-text'

/** How often a board's posting has a value; `unknown` where nothing public says so. */
export type BoardFill = 'always' | 'sometimes' | 'never' | 'unknown'

/** The placeholders that only the posting can fill. The others come from the sender's profile. */
const loadPlaceholders = [
  'origin',
  'dest',
  'avail',
  'ref',
  'load',
  'truck',
  'do',
  'length',
  'weight',
  'rate',
  'trip',
  'company',
  'email',
  'temp',
] as const satisfies Placeholder[]
type LoadPlaceholder = (typeof loadPlaceholders)[number]

const loadlink: Record<LoadPlaceholder, BoardFill> = {
  origin: 'always',
  dest: 'always',
  avail: 'unknown',
  ref: 'unknown',
  load: 'unknown',
  truck: 'unknown',
  do: 'unknown',
  length: 'unknown',
  weight: 'unknown',
  rate: 'unknown',
  trip: 'unknown',
  company: 'unknown',
  email: 'unknown',
  temp: 'never',
}

/** What a posting of each board can fill. */
export const boardFills: Record<BoardId, Record<LoadPlaceholder, BoardFill>> = {
  'dat-one': {
    origin: 'always',
    dest: 'always',
    avail: 'always',
    ref: 'sometimes',
    load: 'always',
    truck: 'always',
    do: 'always',
    length: 'sometimes',
    weight: 'sometimes',
    rate: 'sometimes',
    trip: 'always',
    company: 'always',
    email: 'sometimes',
    temp: 'never',
  },
  truckstop: {
    origin: 'always',
    dest: 'always',
    avail: 'always',
    ref: 'unknown',
    load: 'always',
    truck: 'always',
    do: 'always',
    length: 'sometimes',
    weight: 'sometimes',
    rate: 'sometimes',
    trip: 'always',
    company: 'always',
    email: 'sometimes',
    temp: 'never',
  },
  sylectus: {
    origin: 'always',
    dest: 'always',
    avail: 'always',
    ref: 'always',
    load: 'never',
    truck: 'always',
    do: 'unknown',
    length: 'unknown',
    weight: 'always',
    rate: 'sometimes',
    trip: 'always',
    company: 'always',
    email: 'unknown',
    temp: 'never',
  },
  'loadlink-new': loadlink,
  loadlink,
}

/** The load placeholders whose values the other ones are made of. */
const sources: Partial<Record<Placeholder, readonly LoadPlaceholder[]>> = {
  tripDO: ['trip', 'do'],
  postedLoadTruckType: ['truck'],
  postedLoadTruckLoad: ['load'],
  postedLoadOriginDestination: ['origin', 'dest'],
  postedLoadOrigin: ['origin'],
  postedLoadDestination: ['dest'],
  postedLoadAvailabilityDate: ['avail'],
}

const order: BoardFill[] = ['never', 'unknown', 'sometimes', 'always']

/** Returns how often a board fills a placeholder, or undefined if the sender's profile does. */
export function fillOf(board: BoardId, placeholder: Placeholder): BoardFill | undefined {
  const parts = sources[placeholder] ?? loadPlaceholders.filter((name) => name === placeholder)
  const fills = parts.map((part) => boardFills[board][part])
  return order.find((fill) => fills.includes(fill))
}

/** Lists the boards whose postings never have the value of a placeholder. */
export const boardsWithout = (boards: readonly BoardId[], placeholder: Placeholder): BoardId[] =>
  boards.filter((board) => fillOf(board, placeholder) === 'never')

export type TemplateFill = { placeholder: Placeholder; fill: BoardFill; isOptional: boolean }

/** Lists what a template takes from a posting of the board, and whether its text drops out when it is missing. */
export function listFills(board: BoardId, text: string): TemplateFill[] {
  const { nodes } = parseTemplate(text)
  const found = new Map<Placeholder, TemplateFill>()
  for (const node of nodes) {
    const isOptional = typeof node === 'object' && 'kind' in node
    for (const piece of isOptional ? node.nodes : [node]) {
      if (typeof piece === 'string' || 'kind' in piece || !piece.name || isSnippet(piece.name)) continue
      const fill = fillOf(board, piece.name)
      const isAlwaysOptional = isOptional && (found.get(piece.name)?.isOptional ?? true)
      if (fill) found.set(piece.name, { placeholder: piece.name, fill, isOptional: isAlwaysOptional })
    }
  }
  return [...found.values()]
}
