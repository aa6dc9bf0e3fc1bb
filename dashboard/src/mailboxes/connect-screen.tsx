import { brand } from '@loadping/contract/brand'
import { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { Link, useParams } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { PageHead } from '../ui/page-head.tsx'
import { ConnectOptions } from './connect-options.parts.tsx'

/** Every way to connect a mailbox, or the one that the address names. */
export function ConnectScreen() {
  const { data: kind } = MailboxKind.safeParse(useParams().kind)
  return (
    <>
      <title>{`Connect a mailbox · ${brand.name}`}</title>
      <PageHead title="Connect a mailbox">
        <Link to={paths.email} className={buttonStyle('secondary')}>
          Your mailboxes
        </Link>
      </PageHead>
      <div className="flex max-w-[1040px] flex-col gap-4">
        <ConnectOptions kind={kind} />
        {kind && (
          <Link to={paths.connect} className="text-table text-accent-text underline underline-offset-3">
            Other ways to connect a mailbox
          </Link>
        )}
      </div>
    </>
  )
}
