import { ProfileDraft } from '@loadping/contract/account/account'
import { useState } from 'react'
import { useUserType } from '../account/account.data.ts'
import { useProfile, useSaveProfile } from '../account/profile.data.ts'
import { ProfileFields, profileNamesFor } from '../account/profile-fields.parts.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { useToast } from '../ui/toast.ts'
import { useReportUnsaved } from '../unsaved-changes.tsx'
import { useForm } from '../use-form.ts'

/** Edits what templates say about the sender. */
export function ProfileCard() {
  const profile = useProfile()
  const userType = useUserType()
  const showToast = useToast()
  const [draft, setDraft] = useState<ProfileDraft>({})
  const form = useForm({
    change: useSaveProfile(),
    read: () => ProfileDraft.safeParse(draft),
    onSuccess: () => {
      setDraft({})
      showToast('Profile saved', 'success')
    },
  })
  useReportUnsaved(Object.keys(draft).length > 0)
  return (
    <Card title="Profile" aside="Your templates print these values">
      <Form {...form}>
        <div className="p-4">
          <ProfileFields names={profileNamesFor(userType)} saved={profile} draft={draft} onDraft={setDraft} />
        </div>
        <div className="flex items-center justify-end gap-4 border-t border-subtle bg-sunken px-4 py-3">
          <FormError className="mr-auto text-caption" />
          <Button type="submit" variant="primary" isLoading={form.isPending}>
            Save profile
          </Button>
        </div>
      </Form>
    </Card>
  )
}
