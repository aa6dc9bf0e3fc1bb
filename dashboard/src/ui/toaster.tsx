import { ToastContainer, type ToastContent, type ToastOptions, toast } from 'react-toastify'
import type { ToastAction, ToastKind } from './toast.ts'

/**
 * Shows toasts at the top right for 5 seconds. They stay while hovered or in an inactive window; Alt+T focuses them. A click
 * closes one without a button, as it may be over what the user wanted to click.
 */
export const Toaster = () => (
  <ToastContainer
    position="top-right"
    autoClose={5000}
    hideProgressBar
    pauseOnHover
    pauseOnFocusLoss
    draggable
    draggablePercent={80}
    hotKeys={(event) => event.altKey && event.code === 'KeyT'}
  />
)

const show: Record<ToastKind, (content: ToastContent, options: ToastOptions) => unknown> = {
  success: toast.success,
  error: toast.error,
  info: toast.info,
  notice: (content) => toast.info(content, { autoClose: false, role: 'status' }),
}

export function showToast(message: string, kind: ToastKind, offered: (ToastAction | undefined)[]): void {
  const actions = offered.flatMap((action) => action ?? [])
  const hasAction = actions.length > 0
  const ms = actions.find((action) => action.ms)?.ms
  show[kind](hasAction ? withActions(message, actions) : message, {
    closeOnClick: !hasAction,
    ...(ms && { autoClose: ms }),
  })
}

function withActions(message: string, actions: ToastAction[]) {
  let isDone = false
  return ({ closeToast }: { closeToast: () => void }) => (
    <span className="flex flex-1 items-center justify-between gap-3">
      <span className="min-w-0 wrap-anywhere">{message}</span>
      <span className="flex shrink-0 flex-col items-end gap-1">
        {actions.map(({ label, onPress }) => (
          <button
            key={label}
            type="button"
            className="min-h-6 px-1 font-semibold text-accent-text underline underline-offset-3"
            onClick={() => {
              if (isDone) return
              isDone = true
              closeToast()
              onPress()
            }}
          >
            {label}
          </button>
        ))}
      </span>
    </span>
  )
}
