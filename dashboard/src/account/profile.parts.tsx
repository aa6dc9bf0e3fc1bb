import type { Profile, ProfileDraft } from '@loadping/contract/account/account'
import { shownNameOf } from '@loadping/contract/mailboxes/sender-name'
import { type PlaceholderName, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { isProfilePlaceholder, profileFields } from '@loadping/contract/templates/profile-values'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useUserType } from './account.data.ts'
import { useProfile } from './profile.data.ts'
import { profileNamesFor } from './profile-fields.parts.tsx'

const ProfileDialog = lazyPart(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

/** Names the profile values that a template prints and the profile lacks, with a button that asks for them. */
export function MissingProfileFields({ names }: { names: readonly PlaceholderName[] }) {
  const profile = useProfile()
  const missing = [...new Set(names)].filter(isProfilePlaceholder).filter((name) => !profile[profileFields[name]])
  if (missing.length === 0) return null
  const titles = missing.map((name) => placeholderTitle(name).replace('My ', '')).join(', ')
  return (
    <AddToProfile what={titles} names={missing.map((name) => profileFields[name])}>
      Missing from your profile: {titles}.
    </AddToProfile>
  )
}

/** Says that recipients would see no name of the sender, with a button that asks for it. */
export function MissingSenderName() {
  const { name } = useProfile()
  if (shownNameOf(name)) return null
  return (
    <AddToProfile what="your name" names={['name', 'company']}>
      {name
        ? "Recipients don't see your name, because it contains an email address."
        : 'Your profile has no name for recipients to see.'}
    </AddToProfile>
  )
}

type AddToProfileProps = { what: string; names: readonly (keyof Profile)[]; children: ReactNode }

function AddToProfile({ what, names, children }: AddToProfileProps) {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ProfileDraft>({})
  return (
    <div className="flex items-center gap-3 rounded-sm bg-warning-subtle px-3 py-2 text-table text-warning-text">
      <p className="min-w-0 flex-1">{children}</p>
      <Button size="sm" aria-label={`Add ${what}`} onPress={() => setOpen(true)}>
        Add
      </Button>
      {isOpen && <ProfileDialog names={names} draft={draft} onDraft={setDraft} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A button that edits the whole profile. */
export function EditProfile() {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState<ProfileDraft>({})
  const profile = useProfile()
  const userType = useUserType()
  return (
    <>
      <Button size="sm" onPress={() => setOpen(true)}>
        Edit profile
      </Button>
      {isOpen && (
        <ProfileDialog
          title="Your profile"
          text="Recipients see your name and company as the sender. Your templates print the rest."
          names={profileNamesFor(userType)}
          saved={profile}
          draft={draft}
          onDraft={setDraft}
          onClose={() => {
            setDraft({})
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
