import { type BoardFacts, boardOf } from '../boards/boards.ts'
import type { Answers } from '../message.ts'
import { type Own, type PageKind, pageOfSender, type Sender } from './sender-page.ts'

/** What the worker answers to each kind of page. */
export type AnswersByPage = Record<Exclude<PageKind, 'board'>, Answers> & { board: Answers<BoardFacts> }

/** Routes a message that its kind of page may send, and ignores any other. Returns whether a response follows. */
export function routeMessage(
  message: unknown,
  sender: Sender,
  own: Own,
  answers: AnswersByPage,
  respond: (response: unknown) => void,
): boolean {
  const kind = pageOfSender(sender, own)
  const response =
    kind === 'board' ? answerBoard(message, sender, own, answers) : kind && answer(answers[kind], message)
  if (!response) return false

  response.then(respond, () => respond(undefined)) // the page repeats its request
  return true
}

function answerBoard(message: unknown, { url = '' }: Sender, own: Own, answers: AnswersByPage) {
  const board = boardOf(new URL(url), own.dashboardOrigin)
  const found = board && findAnswer(answers.board, message)
  if (found) return answerAbout(found.request, board, () => found.handler(found.request, board))
  return board?.isPractice ? answer(answers.bridge, message) : undefined // the practice board is a page of the dashboard
}

/** Answers a request of a board's page, which may only be about loads of its own. */
async function answerAbout(request: never, { id }: BoardFacts, work: () => Promise<unknown>): Promise<unknown> {
  const { load, inquiry }: { load?: { board: string }; inquiry?: { load: { board: string } } } = request
  const about = inquiry?.load.board ?? load?.board ?? id
  if (about !== id) throw new Error('a page may only send loads of its own board')
  return work()
}

function answer(table: Answers, message: unknown): Promise<unknown> | undefined {
  const found = findAnswer(table, message)
  return found?.handler(found.request, undefined)
}

/** Finds what answers a valid message. */
function findAnswer<From>(table: Answers<From>, message: unknown) {
  const kind: unknown = Object(message).kind
  const entry = typeof kind === 'string' && Object.hasOwn(table, kind) ? table[kind] : undefined
  if (!entry) return undefined
  const [{ request: schema }, handler] = entry
  const { success, data } = schema.safeParse(message)
  return success ? { request: data as never, handler } : undefined // `answers` checked that the handler takes it
}
