/** A button that works once, while the toast is shown: `ms`, or as long as other toasts. */
export type ToastAction = { label: string; onPress: () => void; ms?: number | undefined }
/** A notice is what others did; it stays until it is closed. */
export type ToastKind = 'success' | 'error' | 'info' | 'notice'

/** Returns the function that shows a toast. */
export const useToast = () => showToast

/** Loads what shows toasts with the first one, so that no page waits for it. */
function showToast(message: string, kind: ToastKind, ...actions: (ToastAction | undefined)[]): void {
  void import('./toaster.tsx').then((toaster) => toaster.showToast(message, kind, actions))
}
