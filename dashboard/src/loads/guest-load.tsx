import { brand } from '@loadping/contract/brand'
import { Mail } from 'lucide-react'
import { Link } from 'react-router'
import { HeaderTitle } from '../header-title.tsx'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { useCurrentPath } from '../use-current-path.ts'

/** Explains to a guest what a load's page shows and how to see it. */
export function LoadGuestView() {
  const currentPath = useCurrentPath()
  return (
    <div className="mx-auto max-w-90 pt-20 max-sm:pt-6">
      <title>{`Load · ${brand.name}`}</title>
      <HeaderTitle>Load</HeaderTitle>
      <Card className="p-5">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-sm bg-accent-subtle text-accent-text"
        >
          <Mail size={20} strokeWidth={1.6} />
        </span>
        <h2 className="mt-4 text-lead font-semibold">Email about a load in one click</h2>
        <p className="mt-1 text-table text-secondary">
          This page shows a load inquiry: lane, ask and status. Only its sender can see it. Log in if it's yours.
        </p>
        <Link to={paths.signInFor(currentPath)} className={`mt-5 w-full ${buttonStyle('primary', 'lg')}`}>
          Log In
        </Link>
      </Card>
    </div>
  )
}
