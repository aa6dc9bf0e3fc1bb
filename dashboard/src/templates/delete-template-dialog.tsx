import { Problem } from '@loadping/contract/problem'
import type { Template } from '@loadping/contract/templates'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog.tsx'
import { useToast } from '../ui/toast.tsx'
import { useDeleteTemplate } from './templates.data.ts'

/** Asks before a template is gone. */
export function DeleteTemplateDialog({ template: { id, name }, onClose }: { template: Template; onClose: () => void }) {
  const { mutate, isPending } = useDeleteTemplate()
  const showToast = useToast()

  function remove() {
    mutate(id, {
      onSuccess: () => {
        showToast(`“${name}” was deleted`, 'success')
        onClose()
      },
      onError: (error) => {
        showToast(
          error instanceof Problem && error.code === 'not-allowed' ? error.message : 'Error while deleting',
          'error',
        )
        onClose()
      },
    })
  }

  return (
    <AlertDialog
      title={`Delete “${name}”?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Keep it</Button>
          <Button variant="danger" isLoading={isPending} onPress={remove}>
            Delete
          </Button>
        </>
      }
    >
      The template is gone at once. What you have sent with it stays.
    </AlertDialog>
  )
}
