import type * as z from 'zod/mini'
import type { BoardRequest, ConfirmRequest, PopupRequest } from './messages.ts'
import type { CaptureRequest, RowQuestionRequest } from './readability/readability-messages.ts'

type Request = BoardRequest | CaptureRequest | ConfirmRequest | PopupRequest | RowQuestionRequest

/**
 * Sends a request to the background. Returns undefined without a valid response, for example while the browser replaces
 * the worker.
 */
export async function sendToBackground<T>(request: Request, responseSchema: z.ZodMiniType<T>): Promise<T | undefined> {
  try {
    return responseSchema.safeParse(await chrome.runtime.sendMessage(request)).data
  } catch {
    return undefined // also where the browser throws at once, because it has updated or removed the extension
  }
}
