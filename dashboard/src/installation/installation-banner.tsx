import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { useCurrentPath } from '../use-current-path.ts'
import { useFailingParts } from './installation.data.ts'

/** Tells an administrator on every page what fails in the installation now; the page itself says it in full. */
export function InstallationBanner() {
  const failing = useFailingParts()
  const isOnPage = useCurrentPath() === paths.installation
  const [first, ...others] = failing
  return (
    <div role="status">
      {first && !isOnPage && (
        <section
          aria-label="Installation"
          className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-danger-border bg-danger-subtle px-6 py-2 text-table max-sm:px-4 max-sm:py-3"
        >
          <CircleAlert
            size={16}
            strokeWidth={1.6}
            aria-hidden="true"
            className="shrink-0 text-danger-text max-sm:hidden"
          />
          <p className="min-w-60 flex-1 wrap-anywhere">
            <strong className="font-semibold">{first.text}</strong>{' '}
            <span className="text-secondary">
              {first.reply !== null && <span className="max-sm:sr-only">{first.reply}. </span>}
              {first.advice}
              {others.length > 0 && ` ${others.length} more ${others.length === 1 ? 'part fails' : 'parts fail'}.`}
            </span>
          </p>
          <Link to={paths.installation} className={buttonStyle('secondary', 'sm')}>
            Show installation
          </Link>
        </section>
      )}
    </div>
  )
}
