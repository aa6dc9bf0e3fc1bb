import { formatCount } from '@loadping/contract/format/counts'
import { maxTemplateLength } from '@loadping/contract/templates/templates'
import { CodeXml } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { useToast } from '../../ui/toast.ts'
import { findBodyErrors } from '../placeholder-errors.ts'
import { describeError } from './placeholder-error-list.tsx'
import type { Inserter } from './subject-field.tsx'

type SourceFieldProps = {
  body: string
  onBody: (body: string) => void
  inserter: Inserter
  /** Why the editor cannot show it. */
  excess: string | undefined
  onHideSource: () => void
}

/** The HTML of the message. */
export function SourceField({ body, onBody, inserter, excess, onHideSource }: SourceFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const showToast = useToast()
  const errors = findBodyErrors(body)

  function insert(raw: string) {
    const element = area.current
    if (!element) return

    const { selectionStart: start, selectionEnd: end, value } = element
    const placeholder = `{{${raw}}}`
    flushSync(() => onBody(value.slice(0, start) + placeholder + value.slice(end)))
    element.focus()
    element.setSelectionRange(start + placeholder.length, start + placeholder.length)
  }

  useEffect(() => {
    inserter.current = insert
    area.current?.focus()
    return () => {
      inserter.current = undefined
    }
  })

  function change(text: string) {
    if (text.length > 2 * maxTemplateLength)
      return showToast(`Nothing was pasted. At most ${formatCount(maxTemplateLength)} characters.`, 'error')
    onBody(text)
  }

  const show = (start: number, end: number) => {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }

  return (
    <Card className="p-4">
      <TextArea
        label="Message (HTML)"
        name="body"
        rows={16}
        value={body}
        onValue={change}
        isCode
        error={
          excess ||
          (errors.length > 0 && (
            <ul>
              {errors.slice(0, 5).map(({ start, end, line, text }) => (
                <li key={start}>
                  Line {line}:{' '}
                  <button type="button" className="font-medium underline" onClick={() => show(start, end)}>
                    {text}
                  </button>{' '}
                  {describeError(text)}
                </li>
              ))}
            </ul>
          ))
        }
        areaRef={area}
        onFocus={() => {
          inserter.current = insert
        }}
      />
      <Button
        size="sm"
        className="mt-3"
        icon={<CodeXml size={16} strokeWidth={1.6} aria-hidden="true" />}
        isDisabled={excess !== undefined}
        onPress={onHideSource}
      >
        Back to the editor
      </Button>
    </Card>
  )
}
