import { getSchema } from '@tiptap/core'
import { type RefObject, useId } from 'react'
import { useFieldError } from '../../ui/form/form.tsx'
import { FieldNote, fieldStyle } from '../../ui/form/text-field.tsx'
import { PlaceholderErrorList } from './placeholder-error-list.tsx'
import { PlaceholderMenuList } from './placeholder-menu-list.tsx'
import { parseLine, textOfLine } from './placeholder-node.ts'
import { subjectSchema } from './rich-text-schema.ts'
import { useFieldState } from './use-field-state.ts'
import { useInsert, useTextEditor } from './use-text-editor.ts'

export type Inserter = RefObject<((raw: string) => void) | undefined>

type SubjectFieldProps = { subject: string; onSubject: (subject: string) => void; inserter: Inserter }

const schema = getSchema(subjectSchema)

/** The subject: one line of text and placeholders. */
export function SubjectField({ subject, onSubject, inserter }: SubjectFieldProps) {
  const id = useId()
  const { error: formError, clearError } = useFieldError('subject')
  const { holder, editor, menu, errors } = useTextEditor({
    extensions: subjectSchema,
    attributes: {
      role: 'textbox',
      'aria-label': 'Subject',
      dir: 'auto',
      class: `${fieldStyle(false)} template-field min-h-8 px-2.5! py-1 leading-6 max-sm:min-h-11 max-sm:py-2`,
    },
    value: subject,
    onValue(text) {
      clearError()
      onSubject(text)
    },
    parse: (text) => parseLine(text, schema),
    write: textOfLine,
    readPasted: toOneLine,
  })
  const insert = useInsert(editor)
  const hasError = errors.length > 0 || formError !== undefined
  useFieldState(editor, { noteId: id, hasError })

  return (
    <div>
      <p className="mb-1.5 text-table font-medium" aria-hidden="true">
        Subject
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus of the editor in it. */}
      <div
        ref={holder}
        onFocus={() => {
          inserter.current = insert
        }}
      />
      {editor && <PlaceholderMenuList menu={menu} editor={editor} />}
      <FieldNote
        id={id}
        error={editor && errors.length > 0 ? <PlaceholderErrorList errors={errors} editor={editor} /> : formError}
      />
    </div>
  )
}

function toOneLine(html: DocumentFragment): DocumentFragment {
  const line = document.createDocumentFragment()
  line.append((html.textContent ?? '').replace(/\s+/g, ' '))
  return line
}
