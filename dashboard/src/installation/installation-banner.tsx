import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { TopBanner } from '../ui/top-banner.tsx'
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
        <TopBanner
          label="Installation"
          tone="danger"
          title={first.text}
          text={
            <>
              {first.reply !== null && <span className="max-sm:sr-only">{first.reply}. </span>}
              {first.advice}
              {others.length > 0 && ` ${others.length} more ${others.length === 1 ? 'part fails' : 'parts fail'}.`}
            </>
          }
          action={
            <Link to={paths.installation} className={buttonStyle('secondary', 'sm')}>
              Show installation
            </Link>
          }
        />
      )}
    </div>
  )
}
