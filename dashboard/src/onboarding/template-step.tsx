import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useUserType } from '../account/account.data.ts'
import { Section } from '../section.tsx'
import { DefaultTemplateFields, useDefaultTemplate } from '../templates/editor/default-template.parts.tsx'
import { Button } from '../ui/button.tsx'
import { Form } from '../ui/form/form.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StepBody, StepFooter } from './onboarding-step.tsx'

type TemplateStepProps = { onBack: () => void; onNext: () => void }

/** Shows the Default template, to check and edit it; without an MC number, Next warns first. */
export const TemplateStep = (props: TemplateStepProps) => (
  <Section
    what="your Default template"
    skeleton={
      <TemplateBody>
        <Skeleton className="h-60 w-full" />
      </TemplateBody>
    }
  >
    <CheckTemplate {...props} />
  </Section>
)

function CheckTemplate({ onBack, onNext }: TemplateStepProps) {
  const [isWarned, setWarned] = useState(false)
  const { submit, edit, mc, saving, conflict, ...editing } = useDefaultTemplate(onNext)
  const isMissing = mc === 'not-in-template' || mc === 'not-in-profile'
  const isWarning = isMissing && isWarned
  const next = () => {
    if (isWarning) edit()
    if (isMissing) setWarned(!isWarned)
    else submit()
  }
  return (
    <Form
      errors={saving.errors}
      isPending={saving.isPending}
      onSubmit={next}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <TemplateBody>
        <DefaultTemplateFields {...editing} edit={edit} />
        {mc === 'found' && <McFound />}
        {isWarning && <McWarning isInTemplate={mc === 'not-in-profile'} />}
      </TemplateBody>
      <StepFooter
        start={
          <Button size="lg" onPress={onBack}>
            Back
          </Button>
        }
      >
        {isWarning && (
          <Button size="lg" isLoading={saving.isPending} onPress={submit}>
            Continue
          </Button>
        )}
        {/* One element, so that it keeps the focus. */}
        <Button
          key="next"
          type="submit"
          variant="primary"
          size="lg"
          className="min-w-24"
          isLoading={saving.isPending && !isWarning}
        >
          {isWarning ? 'Change Template' : 'Next'}
        </Button>
      </StepFooter>
      {conflict}
    </Form>
  )
}

function TemplateBody({ children }: { children: ReactNode }) {
  const isBroker = useUserType() === 'broker'
  return (
    <StepBody
      title="Check your Default template"
      text={
        isBroker
          ? 'Your reply to carriers who ask about a load you posted.'
          : 'The Email button on every load row sends this text.'
      }
    >
      {children}
    </StepBody>
  )
}

function McFound() {
  const isBroker = useUserType() === 'broker'
  return (
    <p role="status" className="mt-3 flex items-center gap-2 text-caption font-medium text-accent-text">
      <CircleCheck size={16} strokeWidth={1.6} aria-hidden="true" className="shrink-0" />
      MC number found. {isBroker ? 'Carriers can look you up.' : 'Brokers can answer without asking back.'}
    </p>
  )
}

function McWarning({ isInTemplate }: { isInTemplate: boolean }) {
  const readers = useUserType() === 'broker' ? 'carriers' : 'brokers'
  return (
    <div role="alert" className="mt-3 flex gap-2.5 rounded-md border border-warning-border bg-warning-subtle px-3 py-3">
      <TriangleAlert size={16} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-warning-text" />
      <div>
        <p className="font-semibold">This template has no MC number</p>
        <p className="text-table text-secondary">
          Most {readers} skip emails without one.{' '}
          {isInTemplate ? 'It has a place for yours: go back and enter it.' : 'Add a line such as “MC 123456”.'}
        </p>
      </div>
    </div>
  )
}
