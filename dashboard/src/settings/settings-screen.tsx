import { brand } from '@loadping/contract/brand'
import { useMemo, useRef, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { useMe, useUserType } from '../account/account.data.ts'
import { createFinder } from '../palette/find-entries.ts'
import { paths } from '../paths.ts'
import { isAnySetUp, useServices } from '../telemetry/telemetry.data.ts'
import { AddressText } from '../ui/address-text.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { SearchField } from '../ui/list/search-field.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { UnsavedForms } from '../unsaved-changes.tsx'
import { type SectionEntry, sectionsFor } from './sections.ts'
import { SettingsNav } from './settings-nav.tsx'
import { useSectionInView } from './use-section-in-view.ts'

// By itself, so that the pages' list of code to load stays short, which every page starts with.
const SectionCard = lazyPart(
  async () => (await import('./section-cards.tsx')).SectionCard,
  <Skeleton className="h-60" />,
)
SectionCard.preload().catch(() => undefined) // the part itself tries again

/** All settings on one page. Each section has an address; one that the user does not have leads to the first. */
export function SettingsScreen() {
  const userType = useUserType()
  const sections = sectionsFor(userType, { hasPrivacy: isAnySetUp(useServices()) })
  const { section } = useParams()
  const { hash } = useLocation()
  const known = sectionsFor(userType, { hasPrivacy: true }) // also while it isn't known what is set up
  const ofHash = known.find(({ id }) => hash === `#${id}`)
  if (ofHash) return <Navigate to={paths.settingsAt(ofHash.id)} replace />
  const named = known.find(({ id }) => id === section)
  if (section !== undefined && !named) return <Navigate to={paths.settings} replace />
  return <Settings sections={sections} named={named} />
}

function Settings({ sections, named }: { sections: SectionEntry[]; named: SectionEntry | undefined }) {
  const { email } = useMe().data
  const { key: visit } = useLocation()
  const navigate = useNavigate()
  const container = useRef<HTMLDivElement>(null)
  const inView = useSectionInView({ container, named: named?.id, visit })
  const { typed, setTyped, found } = useSearch(sections, visit)
  const [first] = found
  return (
    <>
      <title>{`${named ? `${named.label} · ` : ''}Settings · ${brand.name}`}</title>
      <PageHead title="Settings" context={<AddressText>{email}</AddressText>}>
        <search className="max-sm:w-[calc(100vw-32px)]">
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (first && typed) void navigate(paths.settingsAt(first.id))
            }}
          >
            <SearchField
              key={visit}
              label="Find a setting"
              shortcut="/"
              value=""
              onValue={setTyped}
              className="w-60 max-sm:w-full"
            />
          </form>
          <p role="status" className="sr-only">
            {typed && found.length > 0 && `${found.length === 1 ? '1 section' : `${found.length} sections`} found`}
          </p>
        </search>
      </PageHead>
      <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[200px_minmax(0,1fr)]">
        <SettingsNav sections={found} current={typed ? undefined : (inView ?? sections[0]?.id)} />
        <div ref={container} className="flex min-w-0 max-w-240 flex-col gap-4">
          {sections.map(({ id }) => (
            <div
              key={id}
              id={id}
              tabIndex={-1}
              hidden={!found.some((one) => one.id === id)}
              className="scroll-mt-4 rounded-md outline-none lg:scroll-mt-6"
            >
              <SectionCard id={id} />
            </div>
          ))}
          {found.length === 0 && (
            <NoResults
              text={`No setting matches “${typed}”.`}
              clearLabel="Show all settings"
              onClear={() => void navigate(paths.settings)}
            />
          )}
        </div>
      </div>
      <UnsavedForms isWithin={(pathname) => pathname.startsWith(paths.settings)}>
        Your changes in Settings aren't saved yet. If you leave now, they are lost.
      </UnsavedForms>
    </>
  )
}

/** Finds sections by words, until the next navigation. */
function useSearch(sections: SectionEntry[], visit: string) {
  const [search, setSearch] = useState({ visit, typed: '' })
  const typed = search.visit === visit ? search.typed.trim() : ''
  const find = useMemo(() => createFinder(sections), [sections])
  return {
    typed,
    setTyped: (text: string) => setSearch({ visit, typed: text }),
    found: typed ? find(typed) : sections,
  }
}
