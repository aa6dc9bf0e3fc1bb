import type { AskMedians, FormulaAsks, FormulaComparison } from '@loadping/contract/analytics/formulas'
import { formatCount } from '@loadping/contract/format/counts'
import { formatCsv } from '@loadping/contract/format/csv'
import { formatDollars, formatPlainDollars } from '@loadping/contract/format/money'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { ColumnHead } from '../ui/list/column-head.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useFormulas } from './analytics.data.ts'

const kinds = [
  { id: 'all', label: 'All asks' },
  { id: 'booked', label: 'Booked' },
  { id: 'countered', label: 'Countered' },
  { id: 'declined', label: 'Declined' },
] as const

/** What each formula of the user's templates would have asked, beside what was asked and what came of it. */
export function FormulasCard({ userIds }: { userIds: string | undefined }) {
  const comparison = useFormulas(userIds)
  const { asks, isCut, formulas } = comparison
  if (asks === 0 || formulas.length === 0)
    return (
      <Card title="Formulas, last 90 days">
        <p className="p-4 text-table text-secondary">
          {asks === 0 ? (
            'No asks in the last 90 days. Each load that is asked for with a price counts here.'
          ) : (
            <>
              None of your templates asks by a formula.{' '}
              <Link to={paths.templates} className="font-medium text-accent-text hover:underline">
                Open your templates
              </Link>
            </>
          )}
        </p>
      </Card>
    )
  return (
    <Card
      title="Formulas, last 90 days"
      aside={
        <Button
          size="sm"
          icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
          className="print:hidden"
          onPress={() => saveFile('formulas-90-days.csv', `\uFEFF${csvOf(comparison)}`, 'text/csv;charset=utf-8')}
        >
          CSV
        </Button>
      }
    >
      <div className="max-h-120 overflow-auto print:max-h-none">
        <table aria-label="What each formula would have asked" className="tabular-nums w-full text-table">
          <thead className="sticky top-0 bg-sunken text-caption text-secondary">
            <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium max-sm:[&>th]:px-2">
              <ColumnHead label="Formula" />
              <ColumnHead label="Asks" isNumber />
              <ColumnHead label="Asked" isNumber />
              <ColumnHead label="By formula" isNumber />
              <ColumnHead label="Broker" isNumber />
            </tr>
          </thead>
          {formulas.map((formula) => (
            <Formula key={formula.formula} formula={formula} />
          ))}
        </table>
      </div>
      <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
        {isCut ? `Each user's newest asks, ${formatCount(asks)}` : `${formatCount(asks)} asks`} of 90 days; a formula
        counts those that state the rate or miles that it needs. Amounts are medians. Broker is what was booked or
        countered. What a formula would have asked is arithmetic: it does not say what brokers would have answered.
      </p>
    </Card>
  )
}

const Formula = ({ formula }: { formula: FormulaAsks }) => (
  <tbody className="border-t border-default">
    <tr className="bg-sunken">
      <th scope="rowgroup" colSpan={5} className="px-4 py-2 text-left font-semibold max-sm:px-2">
        {formula.formula}
        <span className="ml-2 font-normal text-secondary wrap-anywhere">{formula.templates.join(', ')}</span>
      </th>
    </tr>
    {kinds.map(({ id, label }) => (
      <Medians key={id} label={label} medians={formula[id]} />
    ))}
  </tbody>
)

const Medians = ({ label, medians: { asks, ...medians } }: { label: string; medians: AskMedians }) => (
  <tr className="border-t border-subtle [&>*]:h-9 [&>*]:px-4 max-sm:[&>*]:px-2">
    <th scope="row" className="text-left font-normal">
      {label}
    </th>
    <td className="text-right">{formatCount(asks)}</td>
    <td className="text-right">
      <Amount cents={medians.askedCents} />
    </td>
    <td className="text-right font-semibold">
      <Amount cents={medians.formulaCents} />
    </td>
    <td className="text-right">
      <Amount cents={medians.statedCents} />
    </td>
  </tr>
)

const Amount = ({ cents }: { cents: number | null }) => (cents === null ? <EmptyValue /> : formatDollars(cents))

const csvOf = ({ formulas }: FormulaComparison): string =>
  formatCsv([
    ['Formula', 'Templates', 'Outcome', 'Asks', 'Asked (median)', 'By formula (median)', 'Broker (median)'],
    ...formulas.flatMap((formula) =>
      kinds.map(({ id, label }) => {
        const { asks, askedCents, formulaCents, statedCents } = formula[id]
        const amounts = [askedCents, formulaCents, statedCents].map((cents) => cents && formatPlainDollars(cents))
        return [formula.formula, formula.templates.join('; '), label, asks, ...amounts]
      }),
    ),
  ])
