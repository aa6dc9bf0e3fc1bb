import { formatCount } from '@loadping/contract/format/counts'
import { findExcess } from '@loadping/contract/templates/body-html'
import { maxTemplateLength } from '@loadping/contract/templates/templates'
import { type AnyExtension, Editor } from '@tiptap/core'
import { type Node as ProseMirrorNode, Slice } from '@tiptap/pm/model'
import type { EditorProps } from '@tiptap/pm/view'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useUserType } from '../../account/account.data.ts'
import { useSnippetPlaceholders } from '../../snippets/snippets.data.ts'
import { useToast } from '../../ui/toast.ts'
import { useBoards } from '../checks/preview-rows.ts'
import { cleanHtml } from './body-html.ts'
import { createPlaceholderMenu, PlaceholderSuggestion } from './placeholder-menu.ts'
import { findErrors, setBoards, TemplateMarks } from './template-marks.ts'
import { useEditorState } from './use-editor-state.ts'

type TextEditorOptions = {
  extensions: AnyExtension[]
  attributes: Record<string, string>
  value: string
  onValue: (value: string) => void
  parse: (value: string) => ProseMirrorNode
  write: (doc: ProseMirrorNode) => string
  isReadOnly?: boolean
  /** Changes pasted HTML, which is clean already. */
  readPasted?: (html: DocumentFragment) => DocumentFragment
}

/** A text with placeholders as chips, the menu that opens at `{{`, and what is invalid in it. */
export function useTextEditor(options: TextEditorOptions) {
  const { extensions, attributes, value, onValue, parse, write, readPasted, isReadOnly = false } = options
  const showToast = useToast()
  const [menu] = useState(createPlaceholderMenu)
  const holder = useRef<HTMLDivElement>(null)
  const shownText = useRef(value)
  const [editor, setEditor] = useState<Editor | null>(null)

  const create = useEffectEvent(
    (element: HTMLElement) =>
      new Editor({
        element,
        extensions: [...extensions, TemplateMarks, PlaceholderSuggestion.configure({ menu })],
        content: parse(value).toJSON(),
        editorProps: pasteProps(attributes, readPasted, (reason) => showToast(reason, 'error')),
        injectCSS: false,
        editable: !isReadOnly,
        onUpdate: ({ editor: { state } }) => tell(write(state.doc)),
      }),
  )
  const tell = useEffectEvent((text: string) => {
    shownText.current = text
    onValue(text)
  })
  useLayoutEffect(() => {
    if (!holder.current) return
    const created = create(holder.current)
    setEditor(created)
    return () => created.destroy()
  }, [])

  const show = useEffectEvent(() => {
    shownText.current = value
    editor?.commands.setContent(parse(value).toJSON(), { emitUpdate: false })
  })
  useEffect(() => {
    if (value !== shownText.current) show()
  }, [value])

  const state = useEditorState(editor)
  const errors = state ? findErrors(state) : []
  const userType = useUserType()
  const snippets = useSnippetPlaceholders()
  useEffect(() => menu.setState({ userType, snippets }), [menu, userType, snippets])
  const boards = useBoards()
  useEffect(() => {
    if (userType === 'carrier') editor?.view.dispatch(setBoards(editor.state, boards))
  }, [editor, userType, boards])

  return { holder, editor, menu, errors }
}

/** Returns the function that inserts a placeholder at the cursor. */
export const useInsert = (editor: Editor | null) =>
  useCallback(
    (raw: string) => void editor?.chain().focus().insertContent({ type: 'placeholder', attrs: { raw } }).run(),
    [editor],
  )

/** In characters: what mail programs put around a copied text can be longer than the text. */
const maxPastedLength = 2 * maxTemplateLength

function pasteProps(
  attributes: Record<string, string>,
  readPasted: TextEditorOptions['readPasted'],
  refuse: (reason: string) => void,
): EditorProps {
  const refuseExcess = (data: DataTransfer | null): boolean => {
    const excess = data && findPastedExcess(data)
    if (excess) refuse(`Nothing was pasted. ${excess}.`)
    return Boolean(excess)
  }
  return {
    attributes,
    handlePaste: (_view, { clipboardData }) => refuseExcess(clipboardData),
    // Pasted into an empty paragraph, blocks keep their own styles.
    transformPasted: (slice, { state: { selection } }) =>
      selection.$from.parent.content.size === 0 && slice.content.firstChild?.isBlock && !readPasted
        ? new Slice(slice.content, 0, 0)
        : slice,
    handleDrop: (_view, { dataTransfer }) => refuseExcess(dataTransfer),
    transformPastedHTML(html) {
      const clean = cleanHtml(html)
      const holder = document.createElement('div')
      holder.append(readPasted ? readPasted(clean) : clean)
      return holder.innerHTML
    },
    ...(readPasted && { transformPastedText: (text: string) => text.replace(/\s*[\r\n]+\s*/g, ' ') }),
  }
}

function findPastedExcess(data: DataTransfer): string | undefined {
  const html = data.getData('text/html')
  const text = data.getData('text/plain')
  if (html.length > maxPastedLength || text.length > maxTemplateLength)
    return `At most ${formatCount(maxTemplateLength)} characters`
  const holder = document.createElement('div')
  if (html) holder.append(cleanHtml(html))
  return findExcess(holder.innerHTML)
}
