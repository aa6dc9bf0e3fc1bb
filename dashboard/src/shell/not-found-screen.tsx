import { Link, useLocation } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { BrokenLane } from '../ui/lane-glyph.tsx'

export function NotFoundScreen() {
  const { pathname } = useLocation()
  return (
    <div className="flex flex-col items-center px-4 pt-46 text-center max-sm:pt-20">
      <BrokenLane />
      <h1 className="mt-4 text-display">Page not found</h1>
      <p className="mt-2 max-w-105 text-lead text-secondary">
        We couldn't find <strong className="font-medium break-all text-primary">{pathname}</strong>. It may have moved,
        or the link has a typo.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <Link to={paths.home} className={buttonStyle('primary', 'lg')}>
          Go to Dashboard
        </Link>
        <Link to={paths.templates} className={buttonStyle('secondary', 'lg')}>
          My templates
        </Link>
      </div>
    </div>
  )
}
