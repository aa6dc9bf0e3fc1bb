import { brand } from '@loadping/contract/brand'
import { Link, useLocation } from 'react-router'
import { PageOutlet } from '../page-outlet.tsx'
import { paths } from '../paths.ts'
import { useInvitationToken } from '../session/invitation.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Logo } from '../ui/logo.tsx'
import { Promo } from './promo.tsx'

/** Shows a sign-in page beside the product's promo panel. */
export const SignInLayout = () => (
  <div className="flex min-h-dvh bg-surface">
    <div className="flex min-w-0 flex-1 flex-col px-10 pt-8 pb-8 max-md:px-6 max-sm:px-5 max-sm:pt-5">
      <header className="flex">
        <Link to={paths.signIn} aria-label={brand.name}>
          <Logo name={brand.name} size={28} />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-10 max-sm:justify-start max-sm:pt-9">
        <PendingInvitation />
        <PageOutlet />
      </main>
      <footer className="text-caption text-muted">
        © {new Date().getFullYear()} {brand.name}
      </footer>
    </div>
    <PromoPanel />
  </div>
)

const InvitedNote = lazyPart(
  async () => (await import('../team/invitation.parts.tsx')).InvitedNote,
  <div className="h-22" />,
)

/** Shows the pending invitation on every sign-in page; its own page is not one of them. */
function PendingInvitation() {
  const { pathname } = useLocation()
  const token = useInvitationToken()
  if (!pathname.startsWith(paths.signIn) || !token) return null
  return <InvitedNote />
}

const PromoPanel = () => (
  <aside
    aria-label={`About ${brand.name}`}
    className="relative flex w-140 shrink-0 flex-col justify-between gap-10 overflow-hidden bg-panel px-14 py-12 text-panel-primary max-lg:w-105 max-lg:px-8 max-sm:hidden"
  >
    <Promo />
  </aside>
)
