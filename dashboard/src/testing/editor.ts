import { screen } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { act } from 'react'

type WithEditor = HTMLElement & { editor?: Editor }

/** Returns the editor of the subject or the message. */
export const editorOf = async (label: string): Promise<Editor> => {
  const field: WithEditor = await screen.findByRole('textbox', { name: label })
  if (!field.editor) throw new Error(`${label} is no editor`)
  return field.editor
}

/** Types at the end of the subject or the message. The test DOM has no text input of its own for editors. */
export async function typeAtEnd(label: string, text: string): Promise<void> {
  const editor = await editorOf(label)
  act(() => void editor.chain().focus('end').insertContent({ type: 'text', text }).run())
}

/** What is written in the subject or the message. */
export const textIn = async (label: string): Promise<string> =>
  (await editorOf(label)).getText({ blockSeparator: '\n' })

/** Runs commands of an editor. */
export async function edit(label: string, run: (editor: Editor) => void): Promise<void> {
  const editor = await editorOf(label)
  act(() => run(editor))
}
