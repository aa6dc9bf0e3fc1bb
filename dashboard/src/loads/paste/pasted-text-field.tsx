import { type Ref, useEffect, useId, useRef } from 'react'
import { type Mark, splitAtMarks } from '../../freight-text/marked-text.ts'
import type { PastedFields, PastedKey } from '../../freight-text/pasted-reader.ts'
import { fieldStyle } from '../../ui/form/text-field.tsx'

type PastedTextFieldProps = {
  value: string
  onValue: (value: string) => void
  fields: PastedFields
  /** What the user is correcting, whose text stands out. */
  current: PastedKey | undefined
  areaRef: Ref<HTMLTextAreaElement>
}

const textStyle =
  'px-3 py-2.5 text-table leading-6 max-sm:text-lead max-sm:leading-6 whitespace-pre-wrap wrap-anywhere [scrollbar-gutter:stable]'

/** The pasted text, in which the text of each fact is marked. */
export function PastedTextField({ value, onValue, fields, current, areaRef }: PastedTextFieldProps) {
  const id = useId()
  const marked = useRef<HTMLDivElement>(null)
  const pieces = splitAtMarks(value, marksOf(fields))

  // The marks lie under the text, which scrolls.
  useEffect(() => {
    const layer = marked.current
    const mark = layer?.querySelector<HTMLElement>('[data-current]')
    const area = layer?.nextElementSibling
    if (!layer || !mark || !area) return
    if (mark.offsetTop < area.scrollTop || mark.offsetTop > area.scrollTop + area.clientHeight - 32)
      area.scrollTop = mark.offsetTop - 32
    layer.scrollTop = area.scrollTop
  })

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <label htmlFor={id} className="mb-1.5 block text-table font-medium">
        Text
      </label>
      <div className="relative flex min-h-40 flex-1 rounded-sm bg-surface">
        <div
          ref={marked}
          aria-hidden="true"
          className={`pointer-events-none absolute inset-px overflow-y-auto text-transparent ${textStyle}`}
        >
          {pieces.map(({ text, start, keys }) =>
            keys.length > 0 ? (
              <mark
                key={start}
                data-current={current && keys.includes(current) ? '' : undefined}
                className={`rounded-xs text-transparent ${current && keys.includes(current) ? 'bg-warning-subtle shadow-[inset_0_-2px_0_var(--warning-solid)]' : 'bg-accent-subtle shadow-[inset_0_-1px_0_var(--accent-border)]'}`}
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
          {'\n'}
        </div>
        <textarea
          ref={areaRef}
          id={id}
          name="text"
          value={value}
          spellCheck={false}
          // biome-ignore lint/a11y/noAutofocus: the dialog is opened to paste here.
          autoFocus
          placeholder="Paste a row, a posting, an email or a message here."
          onChange={(event) => onValue(event.target.value)}
          onScroll={({ currentTarget }) => {
            if (marked.current) marked.current.scrollTop = currentTarget.scrollTop
          }}
          className={`${fieldStyle(false)} ${textStyle} relative block min-h-40 flex-1 resize-none overflow-y-auto !bg-transparent`}
        />
      </div>
    </div>
  )
}

const marksOf = (fields: PastedFields): Mark<PastedKey>[] =>
  (Object.keys(fields) as PastedKey[]) // Object.keys widens the names of the fields.
    .flatMap((key) => {
      const reading = fields[key]
      return reading ? [{ start: reading.start, end: reading.end, key }] : []
    })
