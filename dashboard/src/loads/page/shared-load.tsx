import { formatMiles } from '@loadping/contract/format/counts'
import { formatInstant } from '@loadping/contract/format/instants'
import type { SharedLoad } from '@loadping/contract/loads/saved-loads'
import { Lock, Mail } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDelivery, formatPickup } from '../../freight-text/load-times.ts'
import { LoadMap } from '../../map/map.parts.tsx'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session.ts'
import { SignInModal } from '../../sign-in/sign-in.parts.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { useIsStacked } from '../../ui/use-is-phone.ts'
import { LaneTitle, PhoneTitle } from './load-header.tsx'
import { LoadLayout } from './load-layout.tsx'
import { useSharedLoad } from './load-page.data.ts'
import { PlanCard } from './posted-card.tsx'
import { Cell, Strip } from './trip-strip.tsx'
import { describeDriving, missingMiles, zonesOf } from './use-trip.ts'

/** The plan of a load, as its link shows it to anyone. */
export function SharedLoadView({ linkKey }: { linkKey: string }) {
  const { facts, distance, expiresAt } = useSharedLoad(linkKey)
  const isAuth = useSession((session) => session.isAuth)
  const [isSigningIn, setIsSigningIn] = useState(false)
  const [isRightOpen, setRightOpen] = useState(false)
  const signIn = () => setIsSigningIn(true)
  return (
    <>
      <LaneTitle facts={facts} />
      <LoadLayout
        isRightOpen={isRightOpen}
        onRightOpen={setRightOpen}
        left={
          <>
            <PhoneTitle facts={facts} />
            {facts.equipment && <p className="px-1 text-table font-medium">{facts.equipment}</p>}
            <PlanCard facts={facts} miles={distance.miles} />
            <p className="px-1 text-caption text-secondary">
              This link works until {formatInstant(new Date(expiresAt))}.
            </p>
          </>
        }
        map={<SharedMap facts={facts} distance={distance} />}
        strip={<SharedStrip facts={facts} distance={distance} />}
        right={isAuth ? <OwnLoadsNote /> : <GuestCards onSignIn={signIn} />}
        bar={
          !isAuth && (
            <Button size="touch" variant="primary" className="flex-1" onPress={signIn}>
              Ask for this load
            </Button>
          )
        }
      />
      {isSigningIn && <SignInModal isOpen onClose={() => setIsSigningIn(false)} />}
    </>
  )
}

type PlanProps = Pick<SharedLoad, 'facts' | 'distance'>

function SharedMap({ facts, distance }: PlanProps) {
  const isStacked = useIsStacked()
  const { origin, dest, points, miles, source } = distance
  const zones = zonesOf(facts, distance)
  return (
    <LoadMap
      origin={origin && { ...origin, detail: formatPickup(facts, zones.origin) ?? null }}
      dest={dest && { ...dest, detail: formatDelivery(facts, zones.dest) ?? null }}
      points={points}
      miles={miles}
      source={source}
      bottomInset={isStacked ? 0 : 110}
    />
  )
}

function SharedStrip({ facts, distance }: PlanProps) {
  const zones = zonesOf(facts, distance)
  const { miles } = distance
  return (
    <Strip columns={3}>
      <Cell name="Trip" note={miles ? describeDriving(miles) : missingMiles(distance)}>
        {miles && formatMiles(miles)}
      </Cell>
      <Cell name="Pickup" {...splitDay(formatPickup(facts, zones.origin))} />
      <Cell name="Delivery" {...splitDay(formatDelivery(facts, zones.dest))} />
    </Strip>
  )
}

/** Shows the day of `Sat, Nov 21, 7 – 11 AM CST` above its times. */
function splitDay(text = 'Not posted'): { children: string; note?: string } {
  const [weekday, date, ...times] = text.split(', ')
  return { children: [weekday, date].filter(Boolean).join(', '), ...(times.length > 0 && { note: times.join(', ') }) }
}

const GuestCards = ({ onSignIn }: { onSignIn: () => void }) => (
  <>
    <Card className="p-5 shadow-pop">
      <span
        aria-hidden="true"
        className="flex size-10 items-center justify-center rounded-sm bg-accent-subtle text-accent-text"
      >
        <Mail size={20} strokeWidth={1.6} />
      </span>
      <h2 className="mt-4 text-lead font-semibold">Ask for this load in one click</h2>
      <p className="mt-1 text-table text-secondary">
        Log in to send your template, call from the page and keep the history with your team.
      </p>
      <Button variant="primary" size="lg" className="mt-5 w-full" onPress={onSignIn}>
        Log In
      </Button>
      <p className="mt-4 text-center text-table text-secondary">
        Don't have an account?{' '}
        <button type="button" className="font-medium text-accent-text underline" onClick={onSignIn}>
          Sign up
        </button>
      </p>
    </Card>
    <Card title="History" aside={<Lock size={16} strokeWidth={1.6} aria-hidden="true" />}>
      <p className="p-6 text-center text-table text-secondary">
        Emails, calls and counters are visible to members of the team that shared it.
      </p>
    </Card>
  </>
)

const OwnLoadsNote = () => (
  <Card className="p-5">
    <h2 className="text-lead font-semibold">Another team shared this load</h2>
    <p className="mt-1 mb-5 text-table text-secondary">
      The link shows its plan only. To ask for it, find the posting on your load board.
    </p>
    <Link to={paths.loads} className={buttonStyle('secondary')}>
      My loads
    </Link>
  </Card>
)
