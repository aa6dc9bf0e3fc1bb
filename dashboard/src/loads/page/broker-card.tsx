import { formatFullDate } from '@loadping/contract/format/instants'
import type { MemorySummary, StoredFacts } from '@loadping/contract/loads/saved-loads'
import { Copy, Phone } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { useToast } from '../../ui/toast.ts'
import { telOf } from '../load-display.parts.tsx'
import { useLoadMemory } from './load-page.data.ts'
import { Entry, Grid } from './posted-entries.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The poster with their phone and email, and what the user's team knows of them. */
export function BrokerCard({ id, facts, onCall }: { id: string; facts: StoredFacts; onCall: () => void }) {
  const { broker } = useLoadMemory(id)
  const showToast = useToast()
  const { company, mc, dot, phone, contactEmail } = facts

  async function copyEmail(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      showToast('Email address copied', 'success')
    } catch {
      showToast(`Your browser didn't let us copy. The address is ${address}`, 'error')
    }
  }

  return (
    <Card className="p-4">
      <h2 className="text-body font-semibold wrap-anywhere">{company ?? 'Company not posted'}</h2>
      <p className="tabular-nums mt-1 text-table text-secondary">
        {[mc && `MC ${mc}`, dot && `USDOT ${dot}`].filter(Boolean).join('   ') || 'No MC or USDOT number posted'}
      </p>
      <Known broker={broker} />
      <div className="mt-4 grid grid-cols-[1.3fr_1fr] gap-2">
        {phone ? (
          <a href={telOf(phone)} className={`${buttonStyle('secondary')} gap-1.5 px-2 text-table`} onClick={onCall}>
            <Phone {...icon} />
            <span className="truncate">{phone}</span>
          </a>
        ) : (
          <p className="self-center text-caption text-muted">No phone posted</p>
        )}
        {contactEmail ? (
          <Button icon={<Copy {...icon} />} onPress={() => void copyEmail(contactEmail)}>
            Copy email
          </Button>
        ) : (
          <p className="self-center text-caption text-muted">No email posted</p>
        )}
      </div>
    </Card>
  )
}

function Known({ broker }: { broker: MemorySummary | null }) {
  const [newest] = broker?.latest ?? []
  if (!broker || broker.asks === 0 || !newest)
    return <p className="mt-3 text-caption text-muted">Your team has not contacted them in 90 days.</p>
  return (
    <div className="mt-3">
      <Grid>
        <Entry name="Asked">{broker.asks}</Entry>
        <Entry name="Booked">{broker.booked}</Entry>
      </Grid>
      <p className="mt-2 text-caption text-secondary">
        By your team in 90 days, last on {formatFullDate(new Date(newest.at))}.
      </p>
    </div>
  )
}
