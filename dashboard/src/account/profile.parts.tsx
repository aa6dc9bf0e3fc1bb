import { type Profile, ProfileDraft } from '@loadping/contract/account'
import { type PlaceholderName, placeholderTitle } from '@loadping/contract/rules/placeholder-titles'
import { isProfilePlaceholder, profileFields } from '@loadping/contract/rules/profile-values'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { Form, FormError } from '../ui/form.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../use-form.ts'
import { useProfile, useSaveProfile } from './profile.data.ts'

type ProfileField = keyof Profile

const fields = {
  name: { label: 'Your name', hint: 'The sender of your emails.', autoComplete: 'name' },
  company: { label: 'Company', hint: undefined, autoComplete: 'organization' },
  phone: { label: 'Phone', hint: 'A number that is answered.', autoComplete: 'tel' },
  mc: { label: 'MC number', hint: 'Digits, such as 123456.', inputMode: 'numeric' },
  dot: { label: 'USDOT number', hint: 'Digits, such as 1234567.', inputMode: 'numeric' },
  signature: { label: 'Signature', hint: 'Your name, company and phone, one per line.' },
} as const

const spans = {
  name: 'sm:col-span-3',
  company: 'sm:col-span-3',
  phone: 'sm:col-span-2',
  mc: 'sm:col-span-2',
  dot: 'sm:col-span-2',
}

type ProfileFieldsProps = {
  names: readonly ProfileField[]
  draft: ProfileDraft
  onDraft: (draft: ProfileDraft) => void
}

/** The fields of these profile values, one in a row unless all of them are there. */
export const ProfileFields = ({ names, draft, onDraft }: ProfileFieldsProps) => (
  <div className={`grid grid-cols-1 gap-4 ${names.length < 6 ? '' : 'sm:grid-cols-6'}`}>
    {names.map((name) => {
      const field = { ...fields[name], name, value: draft[name] ?? '' }
      const onValue = (value: string) => onDraft({ ...draft, [name]: value })
      return name === 'signature' ? (
        <div key={name} className="sm:col-span-full">
          <TextArea {...field} rows={4} onValue={onValue} />
        </div>
      ) : (
        <TextField key={name} {...field} className={names.length < 6 ? '' : spans[name]} onValue={onValue} />
      )
    })}
  </div>
)

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
        <AddDialog
          names={missing.map((name) => profileFields[name])}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

type AddDialogProps = ProfileFieldsProps & { onClose: () => void }

function AddDialog({ onClose, ...fields }: AddDialogProps) {
  const { draft } = fields
  const id = useId()
  const form = useForm({
    change: useSaveProfile(),
    read: () => ProfileDraft.safeParse(draft),
    onSuccess: onClose,
  })
  return (
    <DialogCard
      title="Complete your profile"
      text="All your templates use it. We won't ask again."
      width="w-120"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            isDisabled={!Object.values(draft).some((value) => value?.trim())}
            isLoading={form.isPending}
          >
            Save
          </Button>
        </>
      }
    >
      <Form {...form} id={id}>
        <ProfileFields {...fields} />
        <FormError />
      </Form>
    </DialogCard>
  )
}
