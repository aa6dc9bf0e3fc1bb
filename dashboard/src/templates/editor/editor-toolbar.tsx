import { type Editor, getMarkAttributes, isActive } from '@tiptap/core'
import { redo, redoDepth, undo, undoDepth } from '@tiptap/pm/history'
import type { EditorState } from '@tiptap/pm/state'
import {
  Bold,
  Braces,
  CodeXml,
  Italic,
  Layers,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Signature,
  Underline,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { isInOptional, toggleOptional } from './template-marks.ts'
import { useEditorState } from './use-editor-state.ts'
import { useRovingFocus } from './use-roving-focus.ts'

const LinkDialog = lazyPart(async () => (await import('./link-dialog.tsx')).LinkDialog)

type EditorToolbarProps = { editor: Editor; words: number; onShowSource: () => void }

/** The buttons above the message. The arrow keys move between them. */
export function EditorToolbar({ editor, words, onShowSource }: EditorToolbarProps) {
  const [isLinking, setIsLinking] = useState(false)
  const state = readState(useEditorState(editor) ?? editor.state)
  const roving = useRovingFocus()
  const chain = () => editor.chain().focus()
  const step = (command: typeof undo) => {
    command(editor.state, editor.view.dispatch)
    editor.commands.focus()
  }
  const makeOptional = () => {
    editor.view.dispatch(toggleOptional(editor.state))
    editor.commands.focus()
  }
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      {...roving}
      className="flex min-h-10 flex-wrap items-center gap-0.5 border-b border-default bg-sunken px-1.5 py-1 [&_[aria-pressed=true]]:bg-active [&_[aria-pressed=true]]:text-primary max-sm:[&_button]:h-10 max-sm:[&_button[aria-label]]:w-10"
    >
      <Tool label="Bold" icon={Bold} isOn={state.bold} onPress={() => chain().toggleMark('bold').run()} />
      <Tool label="Italic" icon={Italic} isOn={state.italic} onPress={() => chain().toggleMark('italic').run()} />
      <Tool
        label="Underline"
        icon={Underline}
        isOn={state.underline}
        onPress={() => chain().toggleMark('underline').run()}
      />
      <Divider />
      <Tool
        label="Bulleted list"
        icon={List}
        isOn={state.bullets}
        onPress={() => chain().toggleList('bulletList', 'listItem').run()}
      />
      <Tool
        label="Numbered list"
        icon={ListOrdered}
        isOn={state.numbers}
        onPress={() => chain().toggleList('orderedList', 'listItem').run()}
      />
      <Tool label="Link" icon={Link} isOn={state.link !== undefined} onPress={() => setIsLinking(true)} />
      <Divider />
      <Tool label="Undo" icon={Undo2} isDisabled={!state.canUndo} onPress={() => step(undo)} />
      <Tool label="Redo" icon={Redo2} isDisabled={!state.canRedo} onPress={() => step(redo)} />
      <Divider />
      <WideTool label="Insert" icon={Braces} aside="{{" onPress={() => chain().insertContent('{{').run()} />
      <WideTool label="Optional" icon={Layers} isOn={state.optional} onPress={makeOptional} />
      <Tool label="Insert your signature" icon={Signature} onPress={() => insertSignature(editor)} />
      <Tool label="Show the HTML" icon={CodeXml} onPress={onShowSource} />
      <span className="ml-auto px-2 text-caption whitespace-nowrap text-secondary tabular-nums">
        {words === 1 ? '1 word' : `${words} words`}
      </span>
      {isLinking && <LinkDialog editor={editor} href={state.link} onClose={() => setIsLinking(false)} />}
    </div>
  )
}

const readState = (state: EditorState) => ({
  bold: isActive(state, 'bold'),
  italic: isActive(state, 'italic'),
  underline: isActive(state, 'underline'),
  bullets: isActive(state, 'bulletList'),
  numbers: isActive(state, 'orderedList'),
  link: isActive(state, 'link') ? String(getMarkAttributes(state, 'link')['href'] ?? '') : undefined,
  optional: isInOptional(state),
  canUndo: undoDepth(state) > 0,
  canRedo: redoDepth(state) > 0,
})

/** Inserts the signature as optional text, for users whose profile has none. */
const insertSignature = (editor: Editor) =>
  editor
    .chain()
    .focus()
    .insertContent([
      { type: 'text', text: '[[' },
      { type: 'placeholder', attrs: { raw: 'signature' } },
      { type: 'text', text: ']]' },
    ])
    .run()

type ToolProps = { label: string; icon: LucideIcon; isOn?: boolean; isDisabled?: boolean; onPress: () => void }

const Tool = ({ label, icon: Icon, isOn, isDisabled = false, onPress }: ToolProps) => (
  <IconButton label={label} aria-pressed={isOn} aria-disabled={isDisabled} onClick={() => !isDisabled && onPress()}>
    <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={isDisabled ? 'opacity-40' : undefined} />
  </IconButton>
)

const WideTool = ({ label, icon: Icon, aside, isOn, onPress }: ToolProps & { aside?: string }) => (
  <button
    type="button"
    aria-pressed={isOn}
    className="inline-flex h-8 items-center gap-2 rounded-sm px-2 text-table font-medium text-secondary hover:bg-hover hover:text-primary max-sm:h-11"
    onClick={onPress}
  >
    <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
    {label}
    {aside && (
      <span aria-hidden="true" className="rounded-xs border border-default px-1 font-mono text-micro">
        {aside}
      </span>
    )}
  </button>
)

const Divider = () => <span aria-hidden="true" className="mx-1 h-5 w-px bg-(--border-default)" />
