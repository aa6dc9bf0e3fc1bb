import { LoadView, maxLoadViews } from '@loadping/contract/loads/saved-loads'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { Form, FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { PopoverActions, PopoverCard } from '../../ui/overlay/popover-card.tsx'
import { useForm } from '../../use-form.ts'
import { useSaveLoadViews } from '../loads.data.ts'
import { fixedTabs } from './list-filter.ts'

type ViewPopoverProps = {
  anchor: RefObject<Element | null>
  views: LoadView[]
  query: string
  /** The view to rename; empty for a new one. */
  name: string
  onClose: () => void
}

/** Names the filters, order and columns of the list, or renames a view. */
export function ViewPopover({ anchor, views, query, name, onClose }: ViewPopoverProps) {
  const navigate = useNavigate()
  const save = useSaveLoadViews()
  const taken = new Set([...fixedTabs, ...views].map((tab) => tab.name.toLowerCase()))
  taken.delete(name.toLowerCase())
  const { errors, isPending, onSubmit } = useForm({
    read: (data) => {
      const result = LoadView.safeParse({ name: String(data.get('name')).trim(), query })
      if (!result.success || !taken.has(result.data.name.toLowerCase())) return result
      const message = 'Another view has this name. Choose a different one.'
      return { success: false as const, error: { issues: [{ message, path: ['name'] }] } }
    },
    explainIssue: ({ code, message }) => (code === 'too_small' ? 'Enter a name' : message),
    change: {
      isPending: save.isPending,
      mutate: (view: LoadView, on) =>
        save.mutate(name ? views.map((each) => (each.name === name ? view : each)) : [...views, view], on),
    },
    onSuccess: () => {
      onClose()
      if (!name) void navigate(`?${query}`, { replace: true, preventScrollReset: true })
    },
  })
  const isFull = !name && views.length >= maxLoadViews
  const title = name ? 'Rename view' : 'Save view'
  return (
    <PopoverCard anchor={anchor} label={title} onClose={onClose}>
      {isFull ? (
        <p className="text-table">You have {maxLoadViews} views. Delete one to save another.</p>
      ) : (
        <Form errors={errors} isPending={isPending} onSubmit={onSubmit}>
          <TextField label="View name" name="name" defaultValue={name} maxLength={40} autoComplete="off" autoFocus />
          <FormError />
          <PopoverActions submit={title} isPending={isPending} onCancel={onClose} />
        </Form>
      )}
    </PopoverCard>
  )
}
