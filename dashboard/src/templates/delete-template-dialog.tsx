import type { Template } from '@loadping/contract/templates'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog.tsx'
import { useDeleteTemplate } from './templates.data.ts'

export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { mutate, isPending } = useDeleteTemplate()
  return (
    <AlertDialog
      title={`Delete “${template.name}”?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(template, { onSettled: onClose })}>
            Delete
          </Button>
        </>
      }
    >
      This can't be undone. Sent emails aren't affected.
    </AlertDialog>
  )
}
