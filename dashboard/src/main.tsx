import './ui/tokens.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { ApiContext } from './api.ts'
import { browserClient, keepTokensFresh } from './browser-client.ts'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'
import { followOtherTabs } from './session/session.ts'
import { takeArrival } from './sign-in/arrival.ts'
import { Toaster } from './ui/toast.tsx'

takeArrival()
followOtherTabs()
keepTokensFresh()

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <ApiContext value={browserClient}>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createBrowserRouter(routes)} />
        <Toaster />
      </QueryClientProvider>
    </ApiContext>,
  )
