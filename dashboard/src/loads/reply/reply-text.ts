import { formatCount } from '@loadping/contract/format/counts'
import { maxReplyLength } from '@loadping/contract/inquiries/replies'
import { mayBeEmpty, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { unknownMessage } from '@loadping/contract/templates/placeholders'
import { type PlaceholderToken, parseTemplate } from '@loadping/contract/templates/template-text'

/** How the product words the reply to a counter. */
export const standardWording =
  'Thanks for the counter. We can do {{ask}} all in.[[ Truck is empty in {{truckLocation}} {{emptyAt}} and loads in {{origin}} by {{loadBy}}.]] Can we book it?'

/** What only replies print; all else that templates print can stand in them too. */
const replyTitles: Readonly<Record<string, string>> = {
  ask: 'Ask',
  emptyAt: 'When the truck is empty',
  loadBy: 'When it loads',
}

/** Texts by placeholder; those that are unknown have a key without a text. */
export type ReplyValues = Readonly<Record<string, string | undefined>>

type Piece = { text: string; isValue: boolean }

/** A reply as it would be sent, in pieces, or why it cannot be. */
export type FilledReply = { pieces: Piece[]; text: string; problem: string | undefined }

/** Fills a wording; text in double square brackets drops with a value that is unknown, as in templates. */
export function fillReply(wording: string, values: ReplyValues): FilledReply {
  const { nodes, placeholders, unknown } = parseTemplate(wording)
  const isKnown = ({ raw }: PlaceholderToken) => Object.hasOwn(values, raw)
  const hasValue = (piece: string | PlaceholderToken) =>
    typeof piece === 'string' || textOf(piece, values) !== undefined
  const kept = nodes.flatMap((node) => {
    if (typeof node === 'string' || !('kind' in node)) return node
    return node.kind === 'optional' && node.nodes.every(hasValue) ? node.nodes : []
  })
  const pieces = kept.map((piece) =>
    typeof piece === 'string'
      ? { text: piece, isValue: false }
      : { text: textOf(piece, values) ?? `(${titleOf(piece)})`, isValue: true },
  )
  const text = pieces
    .map((piece) => piece.text)
    .join('')
    .trim()
  const strange = [
    ...placeholders.filter((placeholder) => !isKnown(placeholder)).map(({ raw }) => raw),
    ...unknown.filter((bracket) => brackets.includes(bracket)),
  ]
  const missing = kept.filter((piece) => !hasValue(piece)).map((piece) => titleOf(piece as PlaceholderToken))
  const hasAsk = placeholders.some(({ raw }) => raw === 'ask')
  const longest = Math.max(wording.length, text.length)
  return { pieces, text, problem: problemOf({ longest, hasAsk, strange, missing }) }
}

const brackets = ['[[', ']]', '}}']

const textOf = ({ raw, name }: PlaceholderToken, values: ReplyValues): string | undefined =>
  (Object.hasOwn(values, raw) ? values[raw] : undefined) ?? (name && mayBeEmpty(name) ? '' : undefined)

const titleOf = ({ raw, name }: PlaceholderToken): string => replyTitles[raw] ?? (name ? placeholderTitle(name) : raw)

type Judged = { longest: number; hasAsk: boolean; strange: string[]; missing: string[] }

function problemOf({ longest, hasAsk, strange, missing }: Judged): string | undefined {
  if (strange.length > 0) return unknownMessage(strange)
  if (missing.length > 0)
    return `Not known here: ${[...new Set(missing)].join(', ')}. Put the sentence in [[ and ]] so that it drops out.`
  if (!hasAsk) return 'Add {{ask}}, so that the text states your price.'
  return longest > maxReplyLength ? `Shorten it to ${formatCount(maxReplyLength)} characters.` : undefined
}
