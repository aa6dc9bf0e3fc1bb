import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Form, noErrors } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'

const formId = 'link-form'

/** Asks for the address of a link; an empty one removes the link. */
export function LinkDialog({
  editor,
  href,
  onClose,
}: {
  editor: Editor
  href: string | undefined
  onClose: () => void
}) {
  const [errors, setErrors] = useState(noErrors)

  function save(data: FormData) {
    const address = toHref(String(data.get('href') ?? ''))
    if (address === undefined)
      return setErrors({ fields: { href: 'Start it with https://, mailto: or tel:, such as https://redbud.example' } })
    onClose()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (address === '') chain.unsetMark('link').run()
    else if (editor.state.selection.empty && href === undefined)
      chain.insertContent({ type: 'text', text: address, marks: [{ type: 'link', attrs: { href: address } }] }).run()
    else chain.setMark('link', { href: address }).run()
  }

  return (
    <DialogCard
      title={href === undefined ? 'Add a link' : 'Change the link'}
      width="w-100"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary">
            Save link
          </Button>
        </>
      }
    >
      <Form id={formId} errors={errors} onSubmit={save}>
        <TextField
          label="Link address"
          name="href"
          defaultValue={href ?? ''}
          placeholder="https://"
          autoFocus
          hint="Leave it empty to remove the link."
        />
      </Form>
    </DialogCard>
  )
}

/** Returns the address with its scheme, an empty text for none, or undefined if emails can't link to it. */
function toHref(text: string): string | undefined {
  const address = text.trim()
  if (address === '') return ''
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`
  if (/^(?:https?:\/\/|mailto:|tel:)\S+$/i.test(address)) return address
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(address) ? `https://${address}` : undefined
}
