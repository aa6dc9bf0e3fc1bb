import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { prefetchAccount } from './account/account.data.ts'
import { ApiContext } from './api.ts'
import { browserClient, keepTokensFresh } from './browser-client.ts'
import { prefetchHome } from './home/home-query.ts'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'
import { readInvitationToken } from './session/invitation.ts'
import { followOtherTabs, readSession, useSession } from './session/session.ts'
import { captureAuthParams } from './sign-in/auth-params.ts'
import { lazyPart } from './ui/lazy-part.tsx'

captureAuthParams()
followOtherTabs()
keepTokensFresh()

const queryClient = createQueryClient()
if (readSession().isAuth) {
  prefetchAccount(queryClient, browserClient)
  prefetchHome(queryClient, browserClient)
}

const Toaster = lazyPart(async () => (await import('./ui/toaster.tsx')).Toaster)

const wasInvited = readInvitationToken() !== ''

/**
 * Loads toasts only with a session or an invitation, to keep the plain sign-in page small. Those of a session end with it; a
 * later one, such as about a deleted account, is shown.
 */
function Toasts() {
  const isAuth = useSession((session) => session.isAuth)
  const [isNeeded, setNeeded] = useState(isAuth || wasInvited)
  if (isAuth && !isNeeded) setNeeded(true)
  return isNeeded && <Toaster key={String(isAuth)} />
}

const router = createBrowserRouter(routes)

/** Draws the first page at once: until its code is loaded, the text of `index.html` stands. */
function render(): void {
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <ApiContext value={browserClient}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </ApiContext>,
    )
}

if (router.state.initialized) render()
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stop()
    render()
  })
}
