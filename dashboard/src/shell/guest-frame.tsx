import { lazy, Suspense, useState } from 'react'
import { Frame } from './frame.tsx'
import { Sidebar } from './sidebar.tsx'
import { GuestTopBar } from './top-bar.tsx'

const SignInModal = lazy(async () => ({ default: (await import('../sign-in/sign-in-modal.tsx')).SignInModal }))

/** The shell as a guest sees it around a shared load: whatever it offers needs a sign-in. */
export function GuestFrame() {
  const [isSigningIn, setIsSigningIn] = useState(false)
  return (
    <>
      <Frame
        sidebar={<Sidebar userType="carrier" onGuestChoice={() => setIsSigningIn(true)} />}
        topBar={<GuestTopBar />}
      />
      {isSigningIn && (
        <Suspense>
          <SignInModal isOpen onClose={() => setIsSigningIn(false)} />
        </Suspense>
      )}
    </>
  )
}
