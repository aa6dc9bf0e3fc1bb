import { maxSnippets, type Snippet } from '@loadping/contract/snippets/snippets'
import { snippetPlaceholder } from '@loadping/contract/templates/placeholder-titles'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { DeleteSnippetDialog, SnippetDialog } from './snippet-dialogs.tsx'
import { type SnippetText, useDeleteSnippet, useSnippets } from './snippets.data.ts'

const blank: SnippetText = { name: '', text: '' }

/** Lists the snippets, and adds, edits and deletes them. */
export function SnippetsCard() {
  const snippets = useSnippets()
  const [editing, setEditing] = useState<'new' | Snippet>()
  const [deleting, setDeleting] = useState<Snippet>()
  // What was typed and not saved, by snippet; a closed dialog opens with it again.
  const [drafts, setDrafts] = useState<Partial<Record<string, SnippetText>>>({})
  const { mutate: remove } = useDeleteSnippet()
  const key = editing === 'new' ? '' : editing?.name

  function keepDraft(draft: SnippetText | undefined) {
    if (key !== undefined) setDrafts({ ...drafts, [key]: draft })
  }

  return (
    <Card title="Snippets" aside={`${snippets.length} of ${maxSnippets}`}>
      {snippets.length === 0 ? (
        <p className="p-4 text-table text-secondary">
          A snippet is a text that many templates use, such as a line about your equipment. Change it here, and all of
          them print the new text.
        </p>
      ) : (
        <ul>
          {snippets.map((snippet) => (
            <SnippetRow
              key={snippet.name}
              snippet={snippet}
              onEdit={() => setEditing(snippet)}
              onDelete={() => (snippet.usedBy.length > 0 ? setDeleting(snippet) : remove(snippet))}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-subtle bg-sunken px-4 py-3">
        <p className="text-caption text-secondary">
          {snippets.length < maxSnippets ? 'Type {{ in a template to insert one.' : 'Delete one to add another.'}
        </p>
        <Button
          icon={<Plus size={16} strokeWidth={1.6} aria-hidden="true" />}
          isDisabled={snippets.length >= maxSnippets}
          onPress={() => setEditing('new')}
        >
          Add a snippet
        </Button>
      </div>
      {editing && key !== undefined && (
        <SnippetDialog
          isNew={editing === 'new'}
          taken={snippets.map(({ name }) => name)}
          draft={drafts[key] ?? (editing === 'new' ? blank : editing)}
          onDraft={keepDraft}
          onClose={() => setEditing(undefined)}
          onSaved={() => {
            keepDraft(undefined)
            setEditing(undefined)
          }}
        />
      )}
      {deleting && <DeleteSnippetDialog snippet={deleting} onClose={() => setDeleting(undefined)} />}
    </Card>
  )
}

type SnippetRowProps = { snippet: Snippet; onEdit: () => void; onDelete: () => void }

const SnippetRow = ({ snippet: { name, text, usedBy }, onEdit, onDelete }: SnippetRowProps) => (
  <li className="flex items-start gap-3 border-b border-subtle px-4 py-3 last:border-0">
    <div className="min-w-0 flex-1 text-table">
      <p className="font-medium wrap-anywhere">{`{{${snippetPlaceholder(name)}}}`}</p>
      <p dir="auto" className="line-clamp-2 whitespace-pre-line text-secondary wrap-anywhere">
        {text}
      </p>
      <p className="mt-0.5 text-caption text-muted wrap-anywhere">
        {usedBy.length === 0 ? 'Not used yet' : `Used by ${new Intl.ListFormat('en-US').format(usedBy)}`}
      </p>
    </div>
    <IconButton label={`Edit ${name}`} onClick={onEdit}>
      <Pencil size={16} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
    <IconButton label={`Delete ${name}`} onClick={onDelete}>
      <Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />
    </IconButton>
  </li>
)
