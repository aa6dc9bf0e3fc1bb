import { formatMiles } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { Building2, FileText, type LucideIcon, MapPin, Truck, User } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { StatusBadge } from '../loads/load-display.parts.tsx'
import { paths } from '../paths.ts'
import { useLoadedMembers } from '../team/team.data.ts'
import { useLoadedTemplates } from '../templates/templates.data.ts'
import { useLoadedTrucks, useMakeCurrent } from '../trucks/trucks.data.ts'

/** Something that the palette shows and does when it is chosen. */
export type Entry = {
  id: string
  label: string
  words?: string
  aside?: string
  keys?: string
  badge?: ReactNode
  Icon: LucideIcon
  run: () => void
}

/** The user's templates, as the same list until they are loaded again. */
export function useTemplateEntries(): Entry[] {
  const navigate = useNavigate()
  const templates = useLoadedTemplates()
  return useMemo(
    () =>
      (templates ?? []).map(({ id, name, subject, isDefault }) => ({
        id: `template ${id}`,
        label: name,
        words: subject,
        ...(isDefault && { aside: 'Default' }),
        Icon: FileText,
        run: () => void navigate(paths.template(id)),
      })),
    [templates, navigate],
  )
}

export function usePeopleEntries(): Entry[] {
  const navigate = useNavigate()
  return (useLoadedMembers() ?? []).map(({ id, name, email }) => ({
    id: `person ${id}`,
    label: name ?? email,
    ...(name && { aside: email, words: email }),
    Icon: User,
    run: () => void navigate(paths.teamOf(email)),
  }))
}

/** Makes another truck the current one, wherever the user is. */
export function useTruckEntries(isCarrier: boolean): Entry[] {
  const trucks = useLoadedTrucks(isCarrier) ?? []
  const { mutate: makeCurrent } = useMakeCurrent()
  return trucks
    .filter(({ isCurrent }) => !isCurrent)
    .map((truck) => ({
      id: `truck ${truck.id}`,
      label: `Switch to truck ${truck.name}`,
      words: 'current change driver equipment',
      ...(truck.place && { aside: `${truck.place.city}, ${truck.place.state}` }),
      Icon: Truck,
      run: () => makeCurrent({ truck, trucks }),
    }))
}

export function useLoadEntry() {
  const openLoad = useOpenLoad()
  return ({ id, facts, status }: SavedLoad): Entry => {
    const { origin, dest, tripMiles, company } = facts
    const cents = postedTotalCents(facts)
    const known = [tripMiles && formatMiles(tripMiles), cents && formatDollars(cents), company]
    return {
      id: `load ${id}`,
      label: `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`,
      aside: known.filter(Boolean).join(' · '),
      badge: <StatusBadge status={status} />,
      Icon: MapPin,
      run: () => openLoad(id),
    }
  }
}

export function useOpenLoad() {
  const navigate = useNavigate()
  return (id: string) => void navigate(paths.load(id))
}

/** Opens My loads with a broker's. */
export function useBrokerEntry() {
  const navigate = useNavigate()
  return (name: string): Entry => ({
    id: `broker ${name}`,
    label: name,
    Icon: Building2,
    run: () => void navigate(`${paths.loads}?${new URLSearchParams({ broker: name })}`),
  })
}
