import { formatMoney } from '@loadping/contract/format/money'
import { bodyText } from '@loadping/contract/templates/body-text'
import { isSnippet, type PlaceholderName, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import {
  fillMessage,
  previewMessage,
  type TemplateSource,
  type Values,
} from '@loadping/contract/templates/placeholders'
import { parseTemplate } from '@loadping/contract/templates/template-text'
import { memo, type ReactNode, useState } from 'react'
import { MissingProfileFields } from '../../account/profile.parts.tsx'
import { Loading } from '../../loading.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EmailFrame } from '../email-frame.parts.tsx'
import type { PreviewRows } from './preview-rows.ts'
import { RowSelect } from './row-select.tsx'

type PreviewProps = {
  template: TemplateSource
  cc: string[]
  rows: PreviewRows
  values: Values | undefined
  /** Whom a carrier asks; a broker answers. */
  offer: { to: string | undefined } | undefined
  hasErrors: boolean
}

/** Shows the email that the other side would get for the chosen load. */
export const Preview = ({ rows, values, hasErrors, ...message }: PreviewProps) => (
  <Card title="Live preview" aside={<RowSelect rows={rows} />}>
    {hasErrors ? (
      <p className="p-4 text-table text-secondary">Fix the errors on the left to see the preview.</p>
    ) : values ? (
      <Filled {...message} values={values} />
    ) : rows.retry ? (
      <p className="flex items-center justify-between gap-3 p-4 text-table text-secondary">
        Couldn't load this email's load.
        <Button size="sm" onPress={rows.retry}>
          Try again
        </Button>
      </p>
    ) : (
      <div className="space-y-3 p-4">
        <Skeleton className="h-3.5 w-48 max-w-full" />
        <Skeleton className="h-3.5 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    )}
  </Card>
)

type FilledProps = Omit<PreviewProps, 'rows' | 'hasErrors'> & { values: Values }

const Filled = memo(function Filled({ template, cc, values, offer }: FilledProps) {
  const [isText, setIsText] = useState(false)
  const preview = previewMessage(template, values)
  if (!preview) return null

  const message = fillMessage(template, values)
  const askCents = 'subject' in message ? message.askCents : undefined
  const snippets = preview.missing.filter(isSnippet)
  const asked = preview.missing.filter((name) => !isSnippet(name))
  const used = parseTemplate(template.subject + template.template).placeholders.flatMap(({ name }) => name ?? [])
  return (
    <>
      <dl className="grid grid-cols-[64px_1fr] gap-y-1 border-b border-subtle p-4 text-table">
        {offer && <Line name="To">{offer.to}</Line>}
        <Line name="Cc">{cc.join(', ')}</Line>
        <Line name="Subject">
          {preview.subject && <span className="font-medium break-words">{preview.subject}</span>}
        </Line>
        {offer && (
          <Line name="Ask">
            {askCents !== undefined && <span className="font-medium tabular-nums">{formatMoney(askCents)}</span>}
          </Line>
        )}
      </dl>
      {isText ? (
        <pre className="max-h-120 overflow-auto p-4 font-mono text-caption whitespace-pre-wrap">
          {bodyText(preview.html)}
        </pre>
      ) : (
        <EmailFrame html={preview.html} charactersPerLine={54} minHeight={120} maxHeight={480} />
      )}
      <footer className="flex flex-col gap-2 border-t border-subtle px-4 py-2.5 text-caption text-secondary">
        {snippets.length > 0 && (
          <p className="text-warning-text">
            Can't be sent: you have no snippet named {namesOf(snippets).replaceAll('Snippet ', '')}. Add it in Settings,
            or remove it here.
          </p>
        )}
        {asked.length > 0 && (
          <p className="text-warning-text">Asked before sending, as this load has none: {namesOf(asked)}.</p>
        )}
        {used.includes('truckLocation') && <p>Where the truck is empty is a sample here.</p>}
        <Loading>
          <MissingProfileFields names={used} />
        </Loading>
        <button
          type="button"
          aria-pressed={isText}
          className="self-start font-medium text-accent-text hover:underline"
          onClick={() => setIsText(!isText)}
        >
          {isText ? 'Show the email' : 'Show as plain text'}
        </button>
      </footer>
    </>
  )
})

const namesOf = (missing: PlaceholderName[]): string => missing.map((name) => placeholderTitle(name)).join(', ')

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-secondary">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children || <EmptyValue />}</dd>
  </>
)
