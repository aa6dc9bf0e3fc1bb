import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'

/** Asks the user to connect a mailbox before they can send. */
export const VerifyBanner = () => (
  <section
    aria-label="Email verification"
    className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-warning-border bg-warning-subtle px-6 py-2 text-table max-sm:px-4 max-sm:py-3"
  >
    <TriangleAlert
      size={16}
      strokeWidth={1.6}
      aria-hidden="true"
      className="shrink-0 text-warning-text max-sm:hidden"
    />
    <p className="min-w-60 flex-1">
      <strong className="font-semibold">Verify your email to start sending.</strong>{' '}
      <span className="text-secondary">
        Connect a mailbox so we can send your inquiries. You can edit templates in the meantime.
      </span>
    </p>
    <div className="flex gap-2">
      <Link to={paths.connect} className={buttonStyle('secondary', 'sm')}>
        Instructions
      </Link>
      <Link to={paths.email} className={buttonStyle('primary', 'sm')}>
        Verify email
      </Link>
    </div>
  </section>
)
