import type * as z from 'zod/mini'
import type { BoardRequest, BridgeRequest, PopupRequest } from './messages.ts'

/** Asks the background; nothing when it gave no answer that we understand, for example because the browser was just replacing it. */
export async function sendToBackground<T>(
  request: BoardRequest | BridgeRequest | PopupRequest,
  answer: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const given: unknown = await chrome.runtime.sendMessage(request).catch(() => undefined)
  return answer.safeParse(given).data
}
