import { ProfileDraft } from '@loadping/contract/account'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { DialogCard } from '../ui/dialog-card.tsx'
import { Form, FormError } from '../ui/form.tsx'
import { useForm } from '../use-form.ts'
import { useSaveProfile } from './profile.data.ts'
import { ProfileFields, type ProfileFieldsProps } from './profile-fields.parts.tsx'

type ProfileDialogProps = ProfileFieldsProps & { onClose: () => void }

/** Asks for profile values that a template prints. */
export function ProfileDialog({ onClose, ...fields }: ProfileDialogProps) {
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
