import type { Snippet } from '@loadping/contract/snippets/snippets'
import { snippetPlaceholder } from '@loadping/contract/templates/placeholder-titles'
import { useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Form, FormError } from '../ui/form/form.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { AlertDialog } from '../ui/overlay/dialog.tsx'
import { DialogCard } from '../ui/overlay/dialog-card.tsx'
import { useForm } from '../use-form.ts'
import { readSnippet, type SnippetText, useDeleteSnippet, useSaveSnippet } from './snippets.data.ts'

type SnippetDialogProps = {
  isNew: boolean
  /** The names that a new snippet cannot have. */
  taken: string[]
  draft: SnippetText
  onDraft: (draft: SnippetText) => void
  onClose: () => void
  onSaved: () => void
}

/** Adds a snippet, or changes the text of one. */
export function SnippetDialog({ isNew, taken, draft, onDraft, onClose, onSaved }: SnippetDialogProps) {
  const id = useId()
  const form = useForm({ change: useSaveSnippet(), read: () => readSnippet(draft), onSuccess: onSaved })
  const isTaken = isNew && taken.includes(draft.name)
  return (
    <DialogCard
      title={isNew ? 'Add a snippet' : `Edit “${draft.name}”`}
      text="Every template that uses it prints the new text from its next email on."
      width="w-120"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" isDisabled={isTaken} isLoading={form.isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form {...form} id={id} className="flex flex-col gap-4">
        {isNew && (
          <TextField
            label="Name"
            name="name"
            placeholder="equipment-line"
            autoComplete="off"
            maxLength={30}
            autoFocus
            hint={`In templates: {{${snippetPlaceholder(draft.name || 'equipment-line')}}}`}
            error={isTaken && 'You have a snippet with this name.'}
            value={draft.name}
            onValue={(name) => onDraft({ ...draft, name: name.toLowerCase().replace(/[\s_]+/g, '-') })}
          />
        )}
        <TextArea
          label="Text"
          name="text"
          rows={4}
          hint="Plain text, 1,000 characters at most."
          value={draft.text}
          onValue={(text) => onDraft({ ...draft, text })}
        />
        <FormError />
      </Form>
    </DialogCard>
  )
}

/** Confirms that a snippet is deleted which templates use. */
export function DeleteSnippetDialog({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  const { mutate, isPending } = useDeleteSnippet()
  const names = snippet.usedBy.map((name) => `“${name}”`)
  return (
    <AlertDialog
      title={`Delete “${snippet.name}”?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isLoading={isPending} onPress={() => mutate(snippet, { onSettled: onClose })}>
            Delete
          </Button>
        </>
      }
    >
      {`${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? 'uses' : 'use'} it and can't be sent without it, except where it stands in [[ ]].`}
    </AlertDialog>
  )
}
