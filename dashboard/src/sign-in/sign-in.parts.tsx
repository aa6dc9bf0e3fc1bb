import { lazyPart } from '../ui/lazy-part.tsx'

/** The sign-in form over a guest's page, which loads when it first opens. */
export const SignInModal = lazyPart(async () => (await import('./sign-in-modal.tsx')).SignInModal)
