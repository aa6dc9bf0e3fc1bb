import { brand } from '@loadping/contract/brand'
import { Link } from 'react-router'
import { PageOutlet } from '../page-outlet.tsx'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Logo } from '../ui/logo.tsx'
import { Footer } from './footer.tsx'

/** Surrounds the public pages for guests. */
export const GuestShell = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="flex h-13 items-center justify-between border-b border-default px-6 max-sm:h-16 max-sm:px-4 print:hidden">
      <Link to="/" aria-label={brand.name} className="flex items-center">
        <Logo name={brand.name} />
      </Link>
      <Link to={paths.signIn} className={buttonStyle('secondary')}>
        Sign in
      </Link>
    </header>
    <main className="mx-auto w-full max-w-[1300px] flex-1 px-6 py-6 max-sm:px-4">
      <PageOutlet />
    </main>
    <Footer className="h-12 px-6 max-sm:h-auto max-sm:px-4 max-sm:py-3 print:hidden" />
  </div>
)
