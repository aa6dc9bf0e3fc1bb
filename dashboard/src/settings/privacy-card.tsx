import {
  asksNotToTrack,
  describeServices,
  isAnySetUp,
  setConsent,
  useConsent,
  useServices,
} from '../telemetry/telemetry.data.ts'
import { Card } from '../ui/card.tsx'
import { ChoiceCard } from '../ui/form/choice-card.tsx'

/** Lets the user choose whether outside services get data; nothing when none is set up. */
export function PrivacyCard() {
  const services = useServices()
  const choice = useConsent((state) => state.choice)
  if (!isAnySetUp(services)) return null
  if (asksNotToTrack())
    return (
      <Card title="Privacy">
        <p className="p-4 text-table text-secondary">
          Your browser asks not to be tracked, so we don't load any other service.
        </p>
      </Card>
    )

  return (
    <Card title="Privacy">
      <fieldset className="p-4">
        <legend className="float-left mb-3 w-full text-table text-secondary">
          {describeServices(services)} You can change this anytime.
        </legend>
        <div className="clear-both grid grid-cols-2 gap-2 max-sm:grid-cols-1">
          <ChoiceCard type="radio" name="telemetry" isChosen={choice === 'yes'} onChoose={() => setConsent('yes')}>
            Allow
          </ChoiceCard>
          <ChoiceCard type="radio" name="telemetry" isChosen={choice !== 'yes'} onChoose={() => setConsent('no')}>
            No thanks
          </ChoiceCard>
        </div>
      </fieldset>
    </Card>
  )
}
