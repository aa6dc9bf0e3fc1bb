import { isEmailAddress } from '@loadping/contract/rules/email-address'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ChipField } from './chip-field.tsx'
import { type Draft, defaultText } from './draft.ts'
import { PlaceholderErrorList } from './placeholder-error-list.tsx'
import { findPlaceholderErrors, type PlaceholderError } from './placeholder-errors.ts'
import { PlaceholderList } from './placeholder-list.tsx'
import { toHtml, toPlainText } from './plain-body.ts'

type MessageFieldsProps = {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  isBlank: boolean
}
type Writable = HTMLInputElement | HTMLTextAreaElement

/** Subject, Cc, labels and body, with the placeholders to insert. */
export function MessageFields({ draft, onChange, isBlank }: MessageFieldsProps) {
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  const lastFocused = useRef<'subject' | 'body'>('body')

  const plain = toPlainText(draft.html)
  const isHtml = plain === undefined
  const bodyText = plain ?? draft.html

  function insert(placeholder: string) {
    const field = lastFocused.current
    const element: Writable | null = field === 'subject' ? subject.current : body.current
    if (!element) return

    const start = element.selectionStart ?? element.value.length
    const end = element.selectionEnd ?? start
    const text = element.value.slice(0, start) + placeholder + element.value.slice(end)
    flushSync(() => onChange(field === 'subject' ? { subject: text } : { html: isHtml ? text : toHtml(text) }))
    element.focus()
    element.setSelectionRange(start + placeholder.length, start + placeholder.length)
  }

  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card className="p-4">
        <TextField
          label="Subject"
          name="subject"
          value={draft.subject}
          onValue={(text) => onChange({ subject: text })}
          error={placeholderErrors(draft.subject, subject)}
          inputRef={subject}
          onFocus={() => {
            lastFocused.current = 'subject'
          }}
        />
        <CcAndLabels draft={draft} onChange={onChange} />
      </Card>
      <Card className="p-4">
        <TextArea
          label="Message"
          name="body"
          rows={14}
          value={bodyText}
          onValue={(text) => onChange({ html: isHtml ? text : toHtml(text) })}
          isCode={isHtml}
          error={placeholderErrors(bodyText, body)}
          hint={
            isHtml
              ? 'This message has formatting, so you see its HTML source.'
              : 'A blank line starts a new paragraph. Text in [[ ]] is left out if a placeholder in it has no value.'
          }
          areaRef={body}
          onFocus={() => {
            lastFocused.current = 'body'
          }}
        />
        {isBlank && (
          <Button size="sm" className="mt-3" onPress={() => onChange(defaultText)}>
            Start with the Default text
          </Button>
        )}
      </Card>
      <PlaceholderList onInsert={insert} />
    </div>
  )
}

const CcAndLabels = ({ draft, onChange }: Omit<MessageFieldsProps, 'isBlank'>) => (
  <div className="mt-4 grid grid-cols-2 gap-4 max-sm:grid-cols-1">
    <ChipField
      label="Cc"
      name="cc"
      values={draft.cc}
      onValues={(cc) => onChange({ cc })}
      separator={/[\s,;]+/}
      isValid={isEmailAddress}
      findError={findCcError}
      inputMode="email"
      maxLength={1_000}
    />
    <ChipField
      label="Labels"
      name="labels"
      values={draft.labels}
      onValues={(labels) => onChange({ labels })}
      separator={/[,\n]+/}
      maxLength={1_000}
    />
  </div>
)

function placeholderErrors(text: string, field: { current: Writable | null }) {
  const errors = findPlaceholderErrors(text)
  if (errors.length === 0) return undefined
  return (
    <PlaceholderErrorList
      errors={errors}
      onShow={({ start, end }: PlaceholderError) => showIn(field.current, start, end)}
    />
  )
}

function showIn(element: Writable | null, start: number, end: number): void {
  element?.focus()
  element?.setSelectionRange(start, end)
}

function findCcError(cc: string[]): string | undefined {
  const invalid = cc.find((address) => !isEmailAddress(address))
  if (invalid) return `“${invalid}” isn't an email address.`
  return cc.length > 5 ? 'Up to 5 Cc addresses' : undefined
}
