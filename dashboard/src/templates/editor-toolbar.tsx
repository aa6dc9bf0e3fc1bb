import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
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
import { Toolbar } from 'react-aria-components/Toolbar'
import { IconButton } from '../ui/icon-button.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { isInOptional, toggleOptional } from './template-marks.ts'

type EditorToolbarProps = { editor: Editor; words: number; onShowSource: () => void }

/** The buttons above the message. The arrow keys move between them. */
export function EditorToolbar({ editor, words, onShowSource }: EditorToolbarProps) {
  const [isLinking, setIsLinking] = useState(false)
  const state = useEditorState({ editor, selector: ({ editor: current }) => readState(current) })
  const chain = () => editor.chain().focus()
  const makeOptional = () => {
    editor.view.dispatch(toggleOptional(editor.state))
    editor.commands.focus()
  }
  return (
    <Toolbar
      aria-label="Formatting"
      className="flex min-h-10 flex-wrap items-center gap-0.5 border-b border-default bg-sunken px-1.5 py-1 [&_[aria-pressed=true]]:bg-active [&_[aria-pressed=true]]:text-primary max-sm:[&_button]:h-10 max-sm:[&_button[aria-label]]:w-10"
    >
      <Tool label="Bold" icon={Bold} isOn={state.bold} onPress={() => chain().toggleBold().run()} />
      <Tool label="Italic" icon={Italic} isOn={state.italic} onPress={() => chain().toggleItalic().run()} />
      <Tool label="Underline" icon={Underline} isOn={state.underline} onPress={() => chain().toggleUnderline().run()} />
      <Divider />
      <Tool label="Bulleted list" icon={List} isOn={state.bullets} onPress={() => chain().toggleBulletList().run()} />
      <Tool
        label="Numbered list"
        icon={ListOrdered}
        isOn={state.numbers}
        onPress={() => chain().toggleOrderedList().run()}
      />
      <Tool label="Link" icon={Link} isOn={state.link !== undefined} onPress={() => setIsLinking(true)} />
      <Divider />
      <Tool label="Undo" icon={Undo2} isDisabled={!state.canUndo} onPress={() => chain().undo().run()} />
      <Tool label="Redo" icon={Redo2} isDisabled={!state.canRedo} onPress={() => chain().redo().run()} />
      <Divider />
      <WideTool label="Insert" icon={Braces} aside="{{" onPress={() => chain().insertContent('{{').run()} />
      <WideTool label="Optional" icon={Layers} isOn={state.optional} onPress={makeOptional} />
      <Tool label="Insert your signature" icon={Signature} onPress={() => insertSignature(editor)} />
      <Tool label="Show the HTML" icon={CodeXml} onPress={onShowSource} />
      <span className="ml-auto px-2 text-caption whitespace-nowrap text-secondary tabular-nums">
        {words === 1 ? '1 word' : `${words} words`}
      </span>
      {isLinking && <LinkDialog editor={editor} href={state.link} onClose={() => setIsLinking(false)} />}
    </Toolbar>
  )
}

const readState = (editor: Editor) => ({
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  underline: editor.isActive('underline'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  link: editor.isActive('link') ? String(editor.getAttributes('link')['href'] ?? '') : undefined,
  optional: isInOptional(editor.state),
  canUndo: editor.can().undo(),
  canRedo: editor.can().redo(),
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
