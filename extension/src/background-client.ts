import type * as z from 'zod/mini'
import type { BoardRequest, ConfirmRequest, PopupRequest } from './messages.ts'

/**
 * Sends a request to the background. Returns undefined without a valid response, for example while the browser replaces
 * the worker.
 */
export async function sendToBackground<T>(
  request: BoardRequest | ConfirmRequest | PopupRequest,
  responseSchema: z.ZodMiniType<T>,
): Promise<T | undefined> {
  const response: unknown = await chrome.runtime.sendMessage(request).catch(() => undefined)
  return responseSchema.safeParse(response).data
}
