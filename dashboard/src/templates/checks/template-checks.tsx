import type { TemplateSource } from '@loadping/contract/templates/placeholders'
import { valuesOf } from '@loadping/contract/templates/placeholders'
import { useMemo } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useUserType } from '../../account/account.data.ts'
import { BrokerViewLine } from '../../broker-view/broker-view.parts.tsx'
import { Loading } from '../../loading.tsx'
import { Section } from '../../section.tsx'
import { useSettled } from '../../use-settled.ts'
import type { Draft } from '../draft.ts'
import { useTemplates } from '../templates.data.ts'
import { hasErrors } from '../use-save.ts'
import { ChecksSkeleton } from './checks-skeleton.tsx'
import { Preview } from './preview.tsx'
import { usePreviewRows } from './preview-rows.ts'
import { RateCard } from './rate-card.tsx'
import { ReaderCard } from './reader-card.tsx'
import { useSender } from './use-sender.ts'

type TemplateChecksProps = { draft: Draft; onChange: (part: Partial<Draft>) => void }

/** Changes the template as it is now, which may be ahead of what is shown. */
export type OnFix = (fix: (now: TemplateSource) => TemplateSource | undefined) => void

/** The right column of the editor: the email as the other side gets it, the rate, and what its reader misses. */
export const TemplateChecks = (props: TemplateChecksProps) => (
  <Section what="the preview" skeleton={<ChecksSkeleton />}>
    <Checks {...props} />
  </Section>
)

function Checks({ draft, onChange }: TemplateChecksProps) {
  const userType = useUserType()
  const rows = usePreviewRows()
  const sender = useSender()
  const { load, today } = rows
  const values = useMemo(() => load && valuesOf(load, sender.profile), [load, sender.profile])
  const { settled, hurry } = useSettled(draft)
  const template = useMemo(
    () => ({ subject: settled.subject, template: settled.body }),
    [settled.subject, settled.body],
  )
  const isInvalid = useMemo(() => hasErrors(settled), [settled])

  const onFix: OnFix = (fix) => {
    const now = { subject: draft.subject, template: draft.body }
    const { subject, template: body } = fix(now) ?? now
    hurry()
    onChange({ ...(subject !== draft.subject && { subject }), ...(body !== draft.body && { body }) })
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Preview
        template={template}
        cc={settled.cc}
        rows={rows}
        values={values}
        offer={userType === 'carrier' && load ? { to: load.contactEmail } : undefined}
        hasErrors={isInvalid}
      />
      {userType === 'carrier' && <RateCard template={template} onFix={onFix} load={load} />}
      {!isInvalid && load && (
        <ReaderCard
          template={template}
          userType={userType}
          load={load}
          profile={sender.profile}
          today={today}
          onFix={onFix}
        >
          <ErrorBoundary fallback={null}>
            <Loading>
              <SenderLine />
            </Loading>
          </ErrorBoundary>
        </ReaderCard>
      )}
    </div>
  )
}

const SenderLine = () => (
  <div className="mt-3 border-t border-subtle pt-3 empty:hidden">
    <BrokerViewLine templates={useTemplates()} />
  </div>
)
