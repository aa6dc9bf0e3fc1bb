import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { TopBanner } from '../ui/top-banner.tsx'

/** Asks the user to connect a mailbox before they can send. */
export const VerifyBanner = () => (
  <TopBanner
    label="Email verification"
    title="Verify your email to start sending."
    text="Connect a mailbox so we can send your inquiries. You can edit templates in the meantime."
    action={
      <div className="flex gap-2">
        <Link to={paths.connect} className={buttonStyle('secondary', 'sm')}>
          Instructions
        </Link>
        <Link to={paths.email} className={buttonStyle('primary', 'sm')}>
          Verify email
        </Link>
      </div>
    }
  />
)
