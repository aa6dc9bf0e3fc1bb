import { useState } from 'react'
import { SignInModal } from '../sign-in/sign-in.parts.tsx'
import { Frame } from './frame.tsx'
import { Sidebar } from './sidebar.tsx'
import { GuestTopBar } from './top-bar.tsx'

/** Surrounds a shared load for guests; each link in the sidebar opens the sign-in. */
export function GuestFrame() {
  const [isSigningIn, setIsSigningIn] = useState(false)
  return (
    <>
      <Frame
        sidebar={<Sidebar userType="carrier" onGuestChoice={() => setIsSigningIn(true)} />}
        topBar={<GuestTopBar />}
      />
      {isSigningIn && <SignInModal isOpen onClose={() => setIsSigningIn(false)} />}
    </>
  )
}
