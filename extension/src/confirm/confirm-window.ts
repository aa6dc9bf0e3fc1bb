import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import * as z from 'zod/mini'
import { createStoredValue, type StorageArea } from '../stored-value.ts'

const size = { width: 420, height: 460 }

/** Creates the window that asks before a send whose control the user may not have seen, one question at a time. */
export function createConfirmWindow(session: StorageArea, url: string) {
  const stored = createStoredValue(
    session,
    'question',
    z.nullable(z.object({ inquiry: PostingInquiry, isChanged: z.boolean(), windowId: z.optional(z.int()) })),
    null,
  )
  let last: Promise<unknown> = Promise.resolve()

  /** Asks, or brings the window to the front if it still asks another question. */
  function ask(inquiry: PostingInquiry, isChanged: boolean): Promise<null> {
    const asked = last.then(() => askNow(inquiry, isChanged))
    last = asked.catch(() => undefined) // the caller gets the error
    return asked
  }

  async function askNow(inquiry: PostingInquiry, isChanged: boolean): Promise<null> {
    const windowId = (await stored.read())?.windowId
    if (windowId !== undefined && (await focus(windowId))) return null

    await stored.change(() => ({ inquiry, isChanged }))
    const opened = await chrome.windows.create({ url, type: 'popup', focused: true, ...size })
    await stored.change((question) => question && { ...question, windowId: opened?.id })
    return null
  }

  /**
   * Removes the question and returns true if it is the one that was shown, so that it is sent once, and an older window
   * sends nothing else.
   */
  async function take(shown: PostingInquiry): Promise<boolean> {
    let isTaken = false
    await stored.change((question) => {
      isTaken = JSON.stringify(question?.inquiry) === JSON.stringify(shown)
      return isTaken ? null : question
    })
    return isTaken
  }

  return {
    ask,
    take,
    read: stored.read,
    clear: () => stored.change(() => null),
  }
}

const focus = (windowId: number): Promise<boolean> =>
  chrome.windows.update(windowId, { focused: true }).then(
    () => true,
    () => false, // the user closed it
  )
