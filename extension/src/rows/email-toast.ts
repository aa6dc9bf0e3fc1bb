import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Floating } from '../controls/floating.ts'
import { createToast, type ToastPart } from '../controls/toast.ts'
import { type ToastView, toastView } from '../controls/toast-view.ts'
import { createWithdrawnLoads } from './withdrawn-loads.ts'
import type { BoardClient } from './worker-client.ts'

/** How long a toast stays that says nothing to act on. */
const briefMs = 5_000

type Deps = { client: BoardClient; bars: () => DOMRect[]; signal: AbortSignal }

/** Creates the toast that follows the last email, or tells something else. */
export function createEmailToast(floating: Floating, { client, bars, signal }: Deps) {
  let followed: PostedLoad | undefined
  let undoShown: (() => void) | undefined
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  let shownTone: ToastView['tone'] | undefined
  const withdrawn = createWithdrawnLoads()
  const toast = createToast(floating, { onClick, bars, signal })

  function onClick(part: ToastPart): void {
    if (part === 'undo' && followed) void client.undo(followed)
    else if (part === 'undo') undoShown?.()
    const help = followed && client.state().inquiries[followed.boardLoadId]?.waits?.todo
    if (part === 'todo' && help) client.openEmails(help.path)
    if (part === 'open' && followed) void client.openLoad(followed)
    if (part === 'close' && followed) withdrawn.close(followed)
    if (part !== 'undo' || !followed) hide()
  }

  /** Shows what became of the email about a load, in place of the one before. */
  function follow(load: PostedLoad): void {
    followed = load
    shownTone = 'good' // a withdrawn load does not take the place of what was just clicked
    update()
  }

  /** Shows the present state. It runs with each change, and each second while an email can be undone. */
  function update(): void {
    const { inquiries, account } = client.state()
    const mayYield = !hideTimer && shownTone !== 'good' && !(followed && withdrawn.has(followed))
    if (mayYield) followed = withdrawn.next(inquiries) ?? followed // what is brief or being sent stays
    if (!followed) return
    const isBroker = account?.userType === 'broker'
    const isWithdrawn = withdrawn.has(followed)
    const view = toastView(followed, inquiries[followed.boardLoadId], { now: new Date(), isBroker, isWithdrawn })
    if (view) show(view, account?.userType === 'carrier' && view.tone !== 'bad')
    else if (inquiries[followed.boardLoadId]) hide()
    else {
      shownTone = undefined
      toast.hide() // a page of the extension asks first
    }
  }

  /** Tells once that a load is no longer posted, if its email waits, which is offered to be undone. */
  function onWithdrawn(load: PostedLoad): void {
    if (withdrawn.add(load)) update()
  }

  /** Takes back what was told of a load that is posted after all. */
  function onPosted(load: PostedLoad): void {
    if (withdrawn.remove(load)) update()
  }

  /** Tells something else, which may be undone. */
  function tell(title: string, text: string, undo?: () => void): void {
    followed = undefined
    undoShown = undo
    clearTimeout(hideTimer)
    hideTimer = undefined
    show({ title, text, tone: undo ? 'good' : 'warning', ...(undo && { undo: null }), isBrief: true }, false)
  }

  /** Tells what stays until it is closed. */
  function tellForGood(title: string, text: string): void {
    followed = undefined
    withdrawn.clear()
    show({ title, text, tone: 'warning', isBrief: false }, false)
  }

  function show(view: ToastView, canOpen: boolean): void {
    shownTone = view.tone
    toast.show(view, canOpen)
    if (!view.isBrief) clearTimeout(hideTimer)
    if (!view.isBrief) hideTimer = undefined
    else hideTimer ??= setTimeout(hide, briefMs)
  }

  function hide(): void {
    clearTimeout(hideTimer)
    hideTimer = followed = shownTone = undefined
    toast.hide()
  }

  return { follow, update, tell, tellForGood, onWithdrawn, onPosted }
}
