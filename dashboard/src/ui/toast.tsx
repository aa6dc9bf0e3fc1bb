import { ToastContainer, toast } from 'react-toastify'

/** Toasts at the top right for 5 seconds; they wait while pointed at or while the window is in the back, and Alt+T leads to them. */
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

const show = { success: toast.success, error: toast.error, info: toast.info }

/** Answers the function that shows a toast. */
export const useToast = () => showToast

function showToast(message: string, kind: keyof typeof show): void {
  show[kind](message)
}
