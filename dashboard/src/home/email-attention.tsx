import { countOf, formatCount } from '@loadping/contract/format/counts'
import { CircleAlert, Clock } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { useOpenEmails } from './home.data.ts'

/** Counts the emails that need attention, and the emails that wait to be sent. */
export function EmailAttention() {
  const counts = useOpenEmails()
  if (!counts) return null

  const { waiting, failed, unknown } = counts
  return (
    <>
      {failed + unknown > 0 && (
        <section
          aria-label="Emails that need attention"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-danger-border bg-danger-subtle px-4 py-3 text-danger-text"
        >
          <CircleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
          <p className="tabular-nums min-w-60 flex-1 font-semibold">{formatAttention(failed, unknown)}</p>
          <Link to={`${paths.email}?group=attention`} className={buttonStyle('secondary', 'sm')}>
            Review
          </Link>
        </section>
      )}
      {waiting > 0 && (
        <p className="tabular-nums flex items-center gap-1.5 text-table text-secondary">
          <Clock size={14} strokeWidth={1.6} aria-hidden="true" />
          <Link to={`${paths.email}?group=waiting`} className="underline underline-offset-3">
            {countOf(waiting, 'email')} waiting to send
          </Link>
        </p>
      )}
    </>
  )
}

/** `2 emails weren't sent, 1 may have been sent`. */
function formatAttention(failed: number, unknown: number): string {
  if (failed === 0) return `${countOf(unknown, 'email')} may have been sent`
  const notSent = `${countOf(failed, 'email')} ${failed === 1 ? "wasn't" : "weren't"} sent`
  return unknown === 0 ? notSent : `${notSent}, ${formatCount(unknown)} may have been sent`
}
