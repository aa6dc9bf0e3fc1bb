import type { Editor } from '@tiptap/core'
import type { EditorState } from '@tiptap/pm/state'
import { useCallback, useSyncExternalStore } from 'react'

/** Returns the state of an editor, and renders again as it changes. */
export function useEditorState(editor: Editor | null): EditorState | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => {
      editor?.on('transaction', onChange)
      return () => void editor?.off('transaction', onChange)
    },
    [editor],
  )
  return useSyncExternalStore(subscribe, () => editor?.state)
}
