import type { TemplateSource } from '@loadping/contract/rules/placeholders'
import { valuesOf } from '@loadping/contract/rules/placeholders'
import { useMemo } from 'react'
import { useUserType } from '../account/account.data.ts'
import type { Draft } from './draft.ts'
import { Preview } from './preview.tsx'
import { usePreviewRows } from './preview-rows.ts'
import { RateCard } from './rate-card.tsx'
import { ReaderCard } from './reader-card.tsx'
import { hasErrors } from './use-save.ts'
import { useSender } from './use-sender.ts'
import { useSettled } from './use-settled.ts'

type TemplateChecksProps = { draft: Draft; onChange: (part: Partial<Draft>) => void }

/** The right column of the editor: the email as the other side gets it, the rate, and what its reader misses. */
export function TemplateChecks({ draft, onChange }: TemplateChecksProps) {
  const userType = useUserType()
  const rows = usePreviewRows()
  const sender = useSender()
  const { load, today } = rows
  const values = useMemo(() => load && valuesOf(load, sender.profile), [load, sender.profile])
  const settled = useSettled(draft)
  const template = useMemo(
    () => ({ subject: settled.subject, template: settled.html }),
    [settled.subject, settled.html],
  )
  const isInvalid = useMemo(() => hasErrors(settled), [settled])

  function fix(repair: (now: TemplateSource) => TemplateSource | undefined) {
    const now = { subject: draft.subject, template: draft.html }
    const { subject, template: html } = repair(now) ?? now
    onChange({ ...(subject !== draft.subject && { subject }), ...(html !== draft.html && { html }) })
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Preview
        template={template}
        cc={settled.cc}
        rows={rows}
        sender={sender}
        values={values}
        to={userType === 'carrier' ? load?.contactEmail : undefined}
        hasErrors={isInvalid}
      />
      {userType === 'carrier' && <RateCard draft={draft} onChange={onChange} load={load} />}
      {!isInvalid && load && values && (
        <ReaderCard template={template} userType={userType} load={load} values={values} today={today} onFix={fix} />
      )}
    </div>
  )
}
