import type { Invoice } from '@loadping/contract/billing/billing'
import { formatFullDate } from '@loadping/contract/format/instants'
import { formatBill } from '@loadping/contract/format/money'
import { Check, Clock, Download, ExternalLink } from 'lucide-react'
import { Section } from '../section.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useInvoices } from './billing.data.ts'

/** Lists the newest invoices with their files. */
export const Invoices = () => (
  <Section what="your invoices" explained={['unavailable']} skeleton={<InvoicesSkeleton />}>
    <InvoiceTable />
  </Section>
)

function InvoiceTable() {
  const invoices = useInvoices()
  return (
    <Card title="Invoices" aside="The newest 12. All of them are in Stripe.">
      {invoices.length === 0 ? (
        <p className="p-4 text-table text-secondary">No invoices yet. The first one comes with the first payment.</p>
      ) : (
        <table className="tabular-nums w-full text-left text-table max-sm:block">
          <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
            <tr>
              {['Date', 'Number', 'For', 'Amount', 'Status', 'File'].map((name) => (
                <th
                  key={name}
                  className={`h-9 px-4 font-medium ${name === 'Amount' || name === 'File' ? 'text-right' : ''}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-default max-sm:block">
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} {...invoice} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

const InvoiceRow = ({ number, createdAt, text, totalCents, status, url, pdfUrl }: Invoice) => (
  <tr className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-1 max-sm:px-4 max-sm:py-3">
    <td className="px-4 py-2.5 whitespace-nowrap max-sm:p-0">{formatFullDate(new Date(createdAt))}</td>
    <td className="px-4 py-2.5 text-secondary max-sm:order-3 max-sm:p-0">{number}</td>
    <td className="px-4 py-2.5 text-secondary max-sm:order-5 max-sm:col-span-2 max-sm:p-0">{text}</td>
    <td className="px-4 py-2.5 text-right font-semibold max-sm:order-2 max-sm:p-0">{formatBill(totalCents)}</td>
    <td className="px-4 py-2.5 max-sm:order-4 max-sm:p-0 max-sm:text-right">
      <InvoiceStatus status={status} />
    </td>
    <td className="px-4 py-2.5 text-right max-sm:order-6 max-sm:col-span-2 max-sm:p-0 max-sm:text-left">
      <InvoiceLink status={status} url={url} pdfUrl={pdfUrl} />
    </td>
  </tr>
)

function InvoiceStatus({ status }: Pick<Invoice, 'status'>) {
  if (status === 'paid')
    return (
      <Badge tone="accent">
        <Check size={12} strokeWidth={1.8} aria-hidden="true" />
        Paid
      </Badge>
    )
  if (status === 'open')
    return (
      <Badge tone="warning">
        <Clock size={12} strokeWidth={1.8} aria-hidden="true" />
        Open
      </Badge>
    )
  return <Badge>{status === 'void' ? 'Void' : 'Not collected'}</Badge>
}

const linkStyle =
  'inline-flex items-center gap-1.5 align-bottom font-medium text-accent-text hover:underline underline-offset-3 max-sm:min-h-11'

function InvoiceLink({ status, url, pdfUrl }: Pick<Invoice, 'status' | 'url' | 'pdfUrl'>) {
  if (status === 'open' && url !== null)
    return (
      <a href={url} className={linkStyle}>
        <ExternalLink size={14} strokeWidth={1.6} aria-hidden="true" />
        View and pay
      </a>
    )
  if (pdfUrl === null) return null
  return (
    <a href={pdfUrl} className={linkStyle}>
      <Download size={14} strokeWidth={1.6} aria-hidden="true" />
      PDF
    </a>
  )
}

const InvoicesSkeleton = () => (
  <Card title="Invoices">
    <div className="flex flex-col gap-4 p-4">
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-4 w-full" />
      ))}
    </div>
  </Card>
)
