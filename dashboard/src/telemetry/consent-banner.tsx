import { brand } from '@loadping/contract/brand'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { describeServices, setConsent } from './telemetry.data.ts'

/** Asks for consent before any outside service is loaded. */
export const ConsentBanner = ({ services }: { services: TelemetryServices }) => (
  <section
    aria-label="Your privacy"
    className="fixed right-6 bottom-6 z-30 w-90 max-w-[calc(100vw-2rem)] rounded-md border border-default bg-raised p-4 shadow-pop max-sm:right-4 max-sm:bottom-20"
  >
    <h2 className="font-semibold">Help us improve?</h2>
    <p className="mt-1 text-table text-secondary">
      {describeServices(services)} Nothing loads until you agree. Change this anytime in Settings. See the{' '}
      <Link to={brand.links.privacy} className="text-accent-text underline underline-offset-3">
        Privacy Policy
      </Link>
      .
    </p>
    <div className="mt-3 flex gap-2">
      <Button onPress={() => setConsent('no')}>No thanks</Button>
      <Button onPress={() => setConsent('yes')}>Allow</Button>
    </div>
  </section>
)
