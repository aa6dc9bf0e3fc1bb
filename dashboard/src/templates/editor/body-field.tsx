import { bodyText } from '@loadping/contract/templates/body-text'
import { getSchema } from '@tiptap/core'
import { useEffect, useId } from 'react'
import { useFieldError } from '../../ui/form/form.tsx'
import { FieldNote } from '../../ui/form/text-field.tsx'
import { parseBody, serializeBody } from './body-html.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import { PlaceholderErrorList } from './placeholder-error-list.tsx'
import { PlaceholderMenuList } from './placeholder-menu-list.tsx'
import { bodySchema } from './rich-text-schema.ts'
import type { Inserter } from './subject-field.tsx'
import { useFieldState } from './use-field-state.ts'
import { useInsert, useTextEditor } from './use-text-editor.ts'
import './rich-text.css'

type BodyFieldProps = {
  body: string
  onBody: (body: string) => void
  inserter: Inserter
  onShowSource: () => void
}

const schema = getSchema(bodySchema)

/** The message as it will look, with its toolbar. */
export function BodyField({ body, onBody, inserter, onShowSource }: BodyFieldProps) {
  const id = useId()
  const { error: formError, clearError } = useFieldError('body')
  const { holder, editor, menu, errors } = useTextEditor({
    extensions: bodySchema,
    attributes: {
      role: 'textbox',
      'aria-label': 'Message',
      'aria-multiline': 'true',
      dir: 'auto',
      class: 'template-body min-h-80 px-4 py-3 max-sm:min-h-60',
    },
    value: body,
    onValue(text) {
      clearError()
      onBody(text)
    },
    parse: (text) => parseBody(text, schema),
    write: serializeBody,
  })
  useFieldState(editor, { noteId: id, hasError: errors.length > 0 || formError !== undefined })

  const insert = useInsert(editor)
  useEffect(() => {
    inserter.current ??= insert
    return () => {
      inserter.current = undefined
    }
  }, [inserter, insert])

  return (
    <div>
      <div className="template-card overflow-hidden rounded-md border border-control bg-surface shadow-card focus-within:border-focus focus-within:ring-3 focus-within:ring-focus/20">
        {editor && <EditorToolbar editor={editor} words={countWords(body)} onShowSource={onShowSource} />}
        {/* What was pasted with dark colors of its own stays readable in the dark theme. */}
        <div className={hasColors(body) ? 'bg-surface text-primary [color-scheme:light]' : undefined}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the focus of the editor in it. */}
          <div
            ref={holder}
            onFocus={() => {
              inserter.current = insert
            }}
          />
        </div>
      </div>
      {editor && <PlaceholderMenuList menu={menu} editor={editor} />}
      <FieldNote
        id={id}
        error={editor && errors.length > 0 ? <PlaceholderErrorList errors={errors} editor={editor} /> : formError}
      />
    </div>
  )
}

const countWords = (body: string): number => bodyText(body).split(/\s+/).filter(Boolean).length

const hasColors = (body: string): boolean => /[\s;"](?:background(?:-color)?:|bgcolor=|color[:=])/i.test(body)
