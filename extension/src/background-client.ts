import type * as z from 'zod/mini'
import type { CaptureRequest, RowQuestionRequest } from './capture/capture-messages.ts'
import type { BoardRequest, ConfirmRequest, PopupRequest } from './messages.ts'

type Request = BoardRequest | CaptureRequest | ConfirmRequest | PopupRequest | RowQuestionRequest

/**
 * Sends a request to the background. Returns undefined without a valid response, for example while the browser replaces
 * the worker.
 */
export async function sendToBackground<T>(request: Request, responseSchema: z.ZodMiniType<T>): Promise<T | undefined> {
  const response: unknown = await chrome.runtime.sendMessage(request).catch(() => undefined)
  return responseSchema.safeParse(response).data
}
