import type { Editor } from '@tiptap/core'
import { useEffect } from 'react'

/** Tells assistive technology about the error of an editor, and the form which field to focus. */
export function useFieldState(
  editor: Editor | null,
  { noteId, hasError }: { noteId: string; hasError: boolean },
): void {
  useEffect(() => {
    if (!editor) return
    const field = editor.view.dom
    field.setAttribute('aria-invalid', String(hasError))
    if (hasError) field.setAttribute('aria-describedby', noteId)
    else field.removeAttribute('aria-describedby')
  }, [editor, hasError, noteId])
}
