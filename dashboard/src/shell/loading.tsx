import { LogoMark } from '../ui/logo.tsx'
import { IndeterminateBar } from '../ui/progress-bar.tsx'

/** While the shell waits for who is signed in. */
export const ShellLoading = () => (
  <main className="flex h-dvh flex-col items-center justify-center gap-5 p-6">
    <LogoMark size={48} />
    <h1 className="font-medium">Wait a second...</h1>
    <IndeterminateBar label="Wait a second..." />
  </main>
)

/** While a page's code is on its way. */
export const PageLoading = () => (
  <p role="status" className="p-10 text-center text-secondary">
    Loading...
  </p>
)
