import { pages } from '@loadping/contract/pages'
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
        path: pages.signIn,
        Component: SignInLayout,
        children: [
          { index: true, lazy: () => screen(import('./sign-in/sign-in-screen.tsx'), 'SignInScreen') },
          { path: pages.verifying, lazy: () => screen(import('./sign-in/verifying-screen.tsx'), 'VerifyingScreen') },
        ],
      },
      {
        path: pages.home,
        loader: signedIn,
        Component: AuthenticatedShell,
        children: [
          {
            ErrorBoundary: RouteErrorScreen,
            children: [
              { index: true, lazy: () => screen(import('./home/home-screen.tsx'), 'HomeScreen') },
              { path: pages.templates, lazy: () => screen(import('./templates/template-list-screen.tsx'), 'TemplateListScreen') },
              { path: pages.newTemplate, lazy: () => screen(import('./templates/template-editor-screen.tsx'), 'NewTemplateScreen') },
              { path: pages.editTemplate, lazy: () => screen(import('./templates/template-editor-screen.tsx'), 'EditTemplateScreen') },
            ],
          },
        ],
      },
      {
        Component: PublicShell,
        children: [
          { path: pages.extension, lazy: () => screen(import('./extension/extension-screen.tsx'), 'ExtensionScreen') },
          { path: pages.terms, lazy: () => screen(import('./legal/terms-screen.tsx'), 'TermsScreen') },
          { path: pages.privacy, lazy: () => screen(import('./legal/privacy-screen.tsx'), 'PrivacyScreen') },
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
