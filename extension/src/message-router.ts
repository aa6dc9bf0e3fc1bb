import type { BoardRequest, BridgeRequest, PopupRequest } from './messages.ts'
import { requests } from './messages.ts'
import { pageOfSender, type Sender } from './sender-page.ts'

type Handlers = {
  board: (request: BoardRequest, page: URL) => Promise<unknown>
  bridge: (request: BridgeRequest, page: URL) => Promise<unknown>
  popup: (request: PopupRequest, page: URL) => Promise<unknown>
}
type Own = { id: string; popupUrl: string; dashboardOrigin: string }

/** Answers a message whose sender may speak and whose content that kind of page may ask; for any other nothing happens. Says whether an answer comes. */
export function routeMessage(
  message: unknown,
  sender: Sender,
  own: Own,
  desks: Handlers,
  respond: (answer: unknown) => void,
): boolean {
  const kind = pageOfSender(sender, own)
  const page = new URL(sender.url ?? own.popupUrl)
  const answer = kind && ask(kind, message, page, desks)
  if (!answer) return false

  answer.then(respond, () => respond(undefined)) // the page asks again; there is nobody here to tell
  return true
}

function ask(kind: keyof Handlers, message: unknown, page: URL, desks: Handlers): Promise<unknown> | undefined {
  if (kind === 'board') return when(requests.board.safeParse(message).data, (request) => desks.board(request, page))
  if (kind === 'bridge') return when(requests.bridge.safeParse(message).data, (request) => desks.bridge(request, page))
  return when(requests.popup.safeParse(message).data, (request) => desks.popup(request, page))
}

const when = <T>(request: T | undefined, answer: (request: T) => Promise<unknown>): Promise<unknown> | undefined =>
  request ? answer(request) : undefined
