import { ProfileDraft } from '@loadping/contract/account/account'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { useSaveProfile } from './profile.data.ts'
import { ProfileFields, type ProfileFieldsProps } from './profile-fields.parts.tsx'

type ProfileDialogProps = ProfileFieldsProps & { title?: string; text?: string; onClose: () => void }

/** Asks for profile values that emails lack, or edits the saved ones. */
export function ProfileDialog({
  title = 'Complete your profile',
  text = "All your templates use it. We won't ask again.",
  onClose,
  ...fields
}: ProfileDialogProps) {
  const { draft, saved } = fields
  const isFilled = Object.values(draft).some((value) => saved !== undefined || value?.trim())
  const id = useId()
  const form = useForm({
    change: useSaveProfile(),
    read: () => ProfileDraft.safeParse(draft),
    onSuccess: onClose,
  })
  return (
    <DialogCard
      title={title}
      text={text}
      width={saved ? 'w-160' : 'w-120'}
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isDisabled={!isFilled} isLoading={form.isPending}>
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
