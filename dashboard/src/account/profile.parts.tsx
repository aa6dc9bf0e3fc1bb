import type { ProfileDraft } from '@loadping/contract/account'
import { type PlaceholderName, placeholderTitle } from '@loadping/contract/rules/placeholder-titles'
import { isProfilePlaceholder, profileFields } from '@loadping/contract/rules/profile-values'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useProfile } from './profile.data.ts'

const ProfileDialog = lazy(async () => ({ default: (await import('./profile-dialog.tsx')).ProfileDialog }))

/** Names the profile values that a template prints and the profile lacks, with a button that asks for them. */
export function MissingProfileFields({ names }: { names: readonly PlaceholderName[] }) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ProfileDraft>({})
  const profile = useProfile()
  const missing = [...new Set(names)].filter(isProfilePlaceholder).filter((name) => !profile[profileFields[name]])
  if (missing.length === 0) return null
  const titles = missing.map((name) => placeholderTitle(name).replace('My ', '')).join(', ')
  return (
    <div className="flex items-center gap-3 rounded-sm bg-warning-subtle px-3 py-2 text-table text-warning-text">
      <p className="min-w-0 flex-1">Missing from your profile: {titles}.</p>
      <Button size="sm" aria-label={`Add ${titles}`} onPress={() => setOpen(true)}>
        Add
      </Button>
      {isOpen && (
        <Suspense>
          <ProfileDialog
            names={missing.map((name) => profileFields[name])}
            draft={draft}
            onDraft={setDraft}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
