import { brand } from '@loadping/contract/brand'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { readInvitationToken } from '../session/invitation.ts'
import { PageOutlet } from '../shell/page-outlet.tsx'
import { Logo } from '../ui/logo.tsx'
import { ClaimPanel } from './sign-in-promo.tsx'

/** A form beside what the product promises. */
export const SignInLayout = () => (
  <div className="flex min-h-dvh bg-surface">
    <div className="flex min-w-0 flex-1 flex-col px-10 pt-8 pb-8 max-md:px-6 max-sm:px-5 max-sm:pt-5">
      <header className="flex">
        <Link to={paths.signIn} aria-label={brand.name}>
          <Logo name={brand.name} size={28} />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-10 max-sm:justify-start max-sm:pt-9">
        <WaitingInvitation />
        <PageOutlet />
      </main>
      <footer className="text-caption text-muted">
        © {new Date().getFullYear()} {brand.name}
      </footer>
    </div>
    <ClaimPanel />
  </div>
)

const InvitedNote = lazy(async () => ({ default: (await import('./invited-note.tsx')).InvitedNote }))

/** An invitation that waits is told wherever somebody signs in, and has a page of its own. */
function WaitingInvitation() {
  const { pathname } = useLocation()
  if (!pathname.startsWith(paths.signIn) || !readInvitationToken()) return null
  return (
    <Suspense fallback={<div className="h-22" />}>
      <InvitedNote key={pathname} />
    </Suspense>
  )
}
