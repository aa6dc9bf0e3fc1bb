import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { AuthenticatedShell } from './shell/authenticated-shell.tsx'
import { signedIn } from './shell/guards.ts'
import { PageLoading } from './shell/loading.tsx'
import { NotFoundScreen } from './shell/not-found-screen.tsx'
import { PublicShell } from './shell/public-shell.tsx'
import { RouteErrorScreen } from './shell/route-error-screen.tsx'
import { SignInLayout } from './sign-in/sign-in-layout.tsx'

/** The floor plan: every address, the shell around it, and who may enter. */
export const routes: RouteObject[] = [
  {
    HydrateFallback: PageLoading,
    ErrorBoundary: RouteErrorScreen,
    children: [
      {
        path: 'sign-in',
        Component: SignInLayout,
        children: [
          { index: true, lazy: () => screen(import('./sign-in/sign-in-screen.tsx'), 'SignInScreen') },
          { path: 'verifying', lazy: () => screen(import('./sign-in/verifying-screen.tsx'), 'VerifyingScreen') },
        ],
      },
      {
        path: '/',
        loader: signedIn,
        Component: AuthenticatedShell,
        children: [
          {
            ErrorBoundary: RouteErrorScreen,
            children: [
              { index: true, lazy: () => screen(import('./home/home-screen.tsx'), 'HomeScreen') },
              { path: 'emailTemplate', lazy: () => screen(import('./templates/template-list-screen.tsx'), 'TemplateListScreen') },
              { path: 'emailTemplateEditor', lazy: () => screen(import('./templates/template-editor-screen.tsx'), 'NewTemplateScreen') },
              { path: 'emailTemplateEditor/:id', lazy: () => screen(import('./templates/template-editor-screen.tsx'), 'EditTemplateScreen') },
            ],
          },
        ],
      },
      {
        Component: PublicShell,
        children: [
          { path: 'extension', lazy: () => screen(import('./extension/extension-screen.tsx'), 'ExtensionScreen') },
          { path: 'legal/terms', lazy: () => screen(import('./legal/terms-screen.tsx'), 'TermsScreen') },
          { path: 'legal/privacy', lazy: () => screen(import('./legal/privacy-screen.tsx'), 'PrivacyScreen') },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
  },
]

/** The named screen of a module, for a route that loads it when it is needed. */
async function screen<Name extends string>(module: Promise<Record<Name, ComponentType>>, name: Name): Promise<{ Component: ComponentType }> {
  return { Component: (await module)[name] }
}
