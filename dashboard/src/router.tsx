import { pages } from '@loadping/contract/pages'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { PageLoading } from './page-outlet.tsx'
import { requireSignIn } from './shell/guards.ts'
import { Root } from './shell/root.tsx'
import { RouteErrorScreen } from './shell/route-error-screen.tsx'
import { authParamsLoader } from './sign-in/auth-params.ts'

const carrierPages: RouteObject[] = [
  { path: pages.loads, lazy: () => screen(import('./loads/list/load-list-screen.tsx'), 'LoadListScreen') },
  { path: pages.trucks, lazy: () => screen(import('./truck-board/board-screen.tsx'), 'BoardScreen') },
  { path: pages.dueCalls, lazy: () => screen(import('./truck-board/due/due-screen.tsx'), 'DueScreen') },
  { path: pages.handover, lazy: () => screen(import('./truck-board/handover/handover-screen.tsx'), 'HandoverScreen') },
  { path: pages.analytics, lazy: () => screen(import('./analytics/analytics-screen.tsx'), 'AnalyticsScreen') },
  { path: pages.pricing, lazy: () => screen(import('./billing/billing-screen.tsx'), 'BillingScreen') },
  { path: pages.upgrade, lazy: () => screen(import('./billing/upgrade-screen.tsx'), 'UpgradeScreen') },
]

const memberPages: RouteObject[] = [
  { index: true, lazy: () => screen(import('./home/home-screen.tsx'), 'HomeScreen') },
  { path: pages.team, lazy: () => screen(import('./team/team-screen.tsx'), 'TeamScreen') },
  {
    path: `${pages.settings}/:section?`,
    lazy: () => screen(import('./settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: pages.installation,
    lazy: () => screen(import('./installation/installation-screen.tsx'), 'InstallationScreen'),
  },
  { path: pages.practice, lazy: () => screen(import('./practice/practice-screen.tsx'), 'PracticeScreen') },
  { path: pages.email, lazy: () => screen(import('./emails/email-screen.tsx'), 'EmailScreen') },
  { path: pages.connect, lazy: () => screen(import('./mailboxes/connect-screen.tsx'), 'ConnectScreen') },
  { path: pages.connectKind, lazy: () => screen(import('./mailboxes/connect-screen.tsx'), 'ConnectScreen') },
  {
    path: pages.templates,
    lazy: () => screen(import('./templates/list/template-list-screen.tsx'), 'TemplateListScreen'),
  },
  {
    path: pages.newTemplate,
    lazy: () => screen(import('./templates/editor/template-editor-screen.tsx'), 'NewTemplateScreen'),
  },
  {
    path: pages.editTemplate,
    lazy: () => screen(import('./templates/editor/template-editor-screen.tsx'), 'EditTemplateScreen'),
  },
  { lazy: () => screen(import('./shell/carriers-only.tsx'), 'CarriersOnly'), children: carrierPages },
  { path: pages.offers, lazy: () => screen(import('./offers/offers-screen.tsx'), 'OffersScreen') },
]

const publicPages: RouteObject[] = [
  { path: pages.load, lazy: () => screen(import('./shell/load-page.tsx'), 'LoadPage') },
  { path: pages.extension, lazy: () => screen(import('./extension/extension-screen.tsx'), 'ExtensionScreen') },
  { path: `${pages.helpPage}?`, lazy: () => screen(import('./help/help-screen.tsx'), 'HelpScreen') },
  { path: pages.terms, lazy: () => screen(import('./legal/terms-screen.tsx'), 'TermsScreen') },
  { path: pages.privacy, lazy: () => screen(import('./legal/privacy-screen.tsx'), 'PrivacyScreen') },
  { path: '*', lazy: () => screen(import('./shell/not-found-screen.tsx'), 'NotFoundScreen') },
]

/** Every address with its shell and its access rule. */
export const routes: RouteObject[] = [
  {
    loader: authParamsLoader,
    Component: Root,
    HydrateFallback: PageLoading,
    ErrorBoundary: RouteErrorScreen,
    children: [
      {
        lazy: () => screen(import('./sign-in/sign-in-layout.tsx'), 'SignInLayout'),
        children: [
          { path: pages.signIn, lazy: () => screen(import('./sign-in/sign-in-screen.tsx'), 'SignInScreen') },
          { path: pages.verifying, lazy: () => screen(import('./sign-in/verifying-screen.tsx'), 'VerifyingScreen') },
          { path: pages.invitation, lazy: () => screen(import('./team/invitation-screen.tsx'), 'InvitationScreen') },
        ],
      },
      {
        path: pages.home,
        lazy: () => screen(import('./shell/shell.tsx'), 'Shell'),
        children: [
          {
            ErrorBoundary: RouteErrorScreen,
            children: [{ id: 'members', loader: requireSignIn, children: memberPages }, ...publicPages],
          },
        ],
      },
    ],
  },
]

/** Picks the named component of a module, for a route that loads it lazily. */
async function screen<Name extends string>(
  module: Promise<Record<Name, ComponentType>>,
  name: Name,
): Promise<{ Component: ComponentType }> {
  return { Component: (await module)[name] }
}
