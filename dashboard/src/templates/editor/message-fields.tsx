import { formatCount } from '@loadping/contract/format/counts'
import { isEmailAddress } from '@loadping/contract/format/email-address'
import { findExcess } from '@loadping/contract/templates/body-html'
import { maxTemplateLength } from '@loadping/contract/templates/templates'
import { useRef, useState } from 'react'
import { useUserType } from '../../account/account.data.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Draft, defaultTextFor } from '../draft.ts'
import { BodyField } from './body-field.tsx'
import { ChipField } from './chip-field.tsx'
import { PlaceholderList } from './placeholder-list.tsx'
import { SourceField } from './source-field.tsx'
import { StandardLine } from './standard-line.tsx'
import { type Inserter, SubjectField } from './subject-field.tsx'

type MessageFieldsProps = {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  isBlank: boolean
}

/** Subject, Cc, labels, what it is the standard for once it is saved, and body, with the placeholders to insert. */
export function MessageFields({ draft, onChange, isBlank }: MessageFieldsProps) {
  const userType = useUserType()
  const inserter = useRef<(raw: string) => void>(undefined)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card className="p-4">
        <SubjectField subject={draft.subject} onSubject={(subject) => onChange({ subject })} inserter={inserter} />
        <CcAndLabels draft={draft} onChange={onChange} />
        {draft.id && <StandardLine id={draft.id} />}
      </Card>
      <MessageBody body={draft.body} onBody={(body) => onChange({ body })} inserter={inserter} />
      {isBlank && (
        <div>
          <Button size="sm" onPress={() => onChange(defaultTextFor(userType))}>
            Start with the Default text
          </Button>
        </div>
      )}
      <PlaceholderList onInsert={(name) => inserter.current?.(name)} />
    </div>
  )
}

type MessageBodyProps = { body: string; onBody: (body: string) => void; inserter: Inserter }

/** The message in the editor, or as HTML. */
export function MessageBody(props: MessageBodyProps) {
  const [isSource, setIsSource] = useState(false)
  const excess = findBodyExcess(props.body)
  return isSource || excess ? (
    <SourceField {...props} excess={excess} onHideSource={() => setIsSource(false)} />
  ) : (
    <BodyField {...props} onShowSource={() => setIsSource(true)} />
  )
}

/** Returns why the editor cannot show a body. */
const findBodyExcess = (body: string): string | undefined =>
  body.length > maxTemplateLength ? `At most ${formatCount(maxTemplateLength)} characters` : findExcess(body)

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

function findCcError(cc: string[]): string | undefined {
  const invalid = cc.find((address) => !isEmailAddress(address))
  if (invalid) return `“${invalid}” isn't an email address.`
  return cc.length > 5 ? 'Up to 5 Cc addresses' : undefined
}
