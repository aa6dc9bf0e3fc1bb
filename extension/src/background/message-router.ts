import { type BoardRequest, type BridgeRequest, type ConfirmRequest, type PopupRequest, requests } from '../messages.ts'
import type { CaptureRequest, RowQuestionRequest } from '../readability/readability-messages.ts'
import { type PageKind, pageOfSender, type Sender } from './sender-page.ts'

type Handlers = {
  board: (request: BoardRequest, page: URL) => Promise<unknown>
  bridge: (request: BridgeRequest, page: URL) => Promise<unknown>
  capture: (request: CaptureRequest, page: URL) => Promise<unknown>
  rowQuestion: (request: RowQuestionRequest, page: URL) => Promise<unknown>
  confirm: (request: ConfirmRequest, page: URL) => Promise<unknown>
  popup: (request: PopupRequest, page: URL) => Promise<unknown>
}
type Own = { id: string; popupUrl: string; confirmUrl: string; rowQuestionUrl: string; dashboardOrigin: string }

/** Routes a message that its kind of page may send, and ignores any other. Returns whether a response follows. */
export function routeMessage(
  message: unknown,
  sender: Sender,
  own: Own,
  handlers: Handlers,
  respond: (response: unknown) => void,
): boolean {
  const kind = pageOfSender(sender, own)
  const page = new URL(sender.url ?? own.popupUrl)
  const response = kind && handle(kind, message, page, handlers)
  if (!response) return false

  response.then(respond, () => respond(undefined)) // the page repeats its request
  return true
}

function handle(kind: PageKind, message: unknown, page: URL, handlers: Handlers): Promise<unknown> | undefined {
  if (kind === 'board')
    return (
      ifValid(requests.board.safeParse(message).data, (request) => handlers.board(request, page)) ??
      ifValid(requests.capture.safeParse(message).data, (request) => handlers.capture(request, page))
    )
  if (kind === 'rowQuestion')
    return ifValid(requests.rowQuestion.safeParse(message).data, (request) => handlers.rowQuestion(request, page))
  if (kind === 'bridge')
    return ifValid(requests.bridge.safeParse(message).data, (request) => handlers.bridge(request, page))
  if (kind === 'confirm')
    return ifValid(requests.confirm.safeParse(message).data, (request) => handlers.confirm(request, page))
  return ifValid(requests.popup.safeParse(message).data, (request) => handlers.popup(request, page))
}

const ifValid = <T>(request: T | undefined, handler: (request: T) => Promise<unknown>): Promise<unknown> | undefined =>
  request ? handler(request) : undefined
