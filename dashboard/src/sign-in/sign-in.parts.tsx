import { lazy } from 'react'

/** The sign-in form over a guest's page, which loads when it first opens. */
export const SignInModal = lazy(async () => ({ default: (await import('./sign-in-modal.tsx')).SignInModal }))
