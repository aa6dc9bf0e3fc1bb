import { formatMoney, formatPerMile } from '@loadping/contract/format/money'
import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { type PlaceholderName, placeholderTitle } from '@loadping/contract/templates/placeholder-titles'
import { CircleAlert, Phone, Send } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Link } from 'react-router'
import { MissingSenderName } from '../../account/profile.parts.tsx'
import { paths } from '../../paths.ts'
import { EmailFrame } from '../../templates/email-frame.parts.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Composed } from './compose-draft.ts'
import { SendError, SendGuard } from './send-guard.tsx'
import { SentNote } from './sent-note.tsx'
import type { Compose } from './use-compose.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

type ComposeCardProps = {
  compose: Compose
  tripMiles: number | undefined
  people: LoadPerson[]
  userId: string
  askRef: Ref<HTMLInputElement>
  /** Undefined without a phone number. */
  onCall: (() => void) | undefined
  /** The asks to choose from, if any; they take the place of some of the preview. */
  ladder: ReactNode | undefined
  /** Why the card offers no reply to the broker's counter, if it has one. */
  notice: ReactNode
}

/** The email about the load: template, ask, preview, what it lacks, and the button that sends it. */
export function ComposeCard({ compose, tripMiles, people, userId, askRef, onCall, ladder, notice }: ComposeCardProps) {
  const { composed, templates, email } = compose
  if (email) return <SentNote compose={compose} email={email} />
  if (!composed)
    return (
      <Card title="Ask">
        {notice}
        <p className="p-4 text-table text-secondary">
          You have no template.{' '}
          <Link to={paths.newTemplate} className="font-medium text-accent-text hover:underline">
            Create one
          </Link>
        </p>
      </Card>
    )

  return (
    <Card
      title="Ask"
      aside={
        <select
          aria-label="Template"
          value={composed.template.id}
          onChange={({ target }) => compose.change({ templateId: target.value, ask: undefined })}
          className="h-8 max-w-48 truncate rounded-sm border border-control bg-surface px-2 text-table font-medium text-primary max-sm:h-11"
        >
          {templates.map(({ id, name, owner }) => (
            <option key={id} value={id}>
              {owner ? `${name} (${owner.name})` : name}
            </option>
          ))}
        </select>
      }
    >
      {notice}
      <Form onSubmit={compose.submit} className="flex flex-col gap-3 p-4">
        {composed.why && (
          <p className="text-caption text-secondary">
            Template “<bdi>{composed.template.name}</bdi>”, {composed.why}
          </p>
        )}
        <AskField composed={composed} tripMiles={tripMiles} compose={compose} askRef={askRef} />
        {ladder}
        <MissingFields compose={compose} missing={composed.missing} />
        <Preview composed={composed} maxHeight={ladder ? 96 : 236} />
        <MissingSenderName />
        <SendQuestions {...compose} />
        <SendGuard contacts={compose.contacts} people={people} userId={userId} />
        <SendError error={compose.error} />
        <div className="grid grid-flow-col grid-cols-[1fr] gap-2 max-sm:hidden">
          <SendButton compose={compose} composed={composed} />
          {onCall && (
            <Button icon={<Phone {...icon} />} onPress={onCall}>
              Call
            </Button>
          )}
        </div>
      </Form>
    </Card>
  )
}

/** Sends the email; its label has the ask, and says if the load was contacted before. */
export const SendButton = ({ compose, composed, size }: { compose: Compose; composed: Composed; size?: 'touch' }) => (
  <Button
    type="submit"
    variant="primary"
    {...(size && { size, className: 'flex-1' })}
    icon={<Send {...icon} />}
    isLoading={compose.isSending}
    isDisabled={!composed.inquiry}
    {...(size && { type: 'button' as const, onPress: compose.submit })}
  >
    {sendLabel(compose, composed)}
  </Button>
)

function sendLabel({ contacts, late, below }: Compose, { askCents, inquiry }: Composed): string {
  const label = askCents === undefined ? 'Send' : `Send ${formatMoney(askCents)}`
  return contacts.length > 0 || late || below || inquiry?.confirmedRecipient ? `${label} anyway` : label
}

/** Says why the email names no truck, and asks once before a send whose truck misses the pickup, or that costs money. */
export function SendQuestions({ noTruck, late, below }: Pick<Compose, 'noTruck' | 'late' | 'below'>) {
  const texts = [
    noTruck && `${noTruck}. The email names no truck.`,
    late && `${late}. Send it anyway?`,
    below && `${below}. Send it anyway?`,
  ].filter(Boolean)
  if (texts.length === 0) return null
  return (
    <div role="status" className="flex gap-2 text-table text-warning-text">
      <CircleAlert {...icon} className="mt-0.5 shrink-0" />
      <p>{texts.join(' ')}</p>
    </div>
  )
}

type AskFieldProps = Pick<ComposeCardProps, 'tripMiles' | 'compose' | 'askRef'> & { composed: Composed }

/** The ask as a price or a formula, with its arithmetic. */
function AskField({ composed, tripMiles, compose, askRef }: AskFieldProps) {
  const { ask, askCents, askError } = composed
  return (
    <div>
      <div className="tabular-nums mb-3 flex items-baseline justify-between gap-3">
        <p className="text-kpi">
          {askCents === undefined ? <span className="text-title text-secondary">No ask</span> : formatMoney(askCents)}
        </p>
        {askCents !== undefined && tripMiles !== undefined && (
          <p className="text-body font-semibold">
            {formatPerMile(askCents, tripMiles)} <span className="font-normal text-secondary">/mi</span>
          </p>
        )}
      </div>
      <TextField
        label="Ask, as a price or formula"
        name="ask"
        value={ask}
        onValue={(value) => compose.change({ ask: value })}
        error={askError}
        hint={explain(composed)}
        placeholder="2450"
        autoComplete="off"
        maxLength={40}
        inputRef={askRef}
      />
    </div>
  )
}

function explain({ explained, ask }: Composed): string {
  if (ask.trim() === '') return 'The template states no ask. Type one to add it.'
  if (!explained) return ''
  if ('arithmetic' in explained) return explained.arithmetic
  return explained.missing === 'trip'
    ? 'The posting states no trip miles. Type a price.'
    : 'The posting states no rate. Type a price, or a rate per mile such as trip*2.65.'
}

/** Asks for what the load lacks, so that it need not be sent with a gap. */
function MissingFields({ compose, missing }: { compose: Compose; missing: PlaceholderName[] }) {
  const { draft, change, composed } = compose
  const asked = [...new Set([...Object.keys(draft.values), ...missing])] as PlaceholderName[]
  const needsAddress = composed && (composed.to === '' || draft.to !== undefined)
  return (
    <>
      {needsAddress && (
        <TextField
          label="Broker's email"
          name="to"
          type="email"
          value={draft.to ?? ''}
          onValue={(to) => change({ to })}
          hint="The posting has no email address."
          autoComplete="off"
        />
      )}
      {asked.map((name) => (
        <TextField
          key={name}
          label={placeholderTitle(name)}
          name={`values/${name}`}
          value={draft.values[name] ?? ''}
          onValue={(value) => change({ values: { ...draft.values, [name]: value } })}
          hint="The template prints it, and the load has none."
          autoComplete="off"
          maxLength={200}
        />
      ))}
    </>
  )
}

/** The email as the broker gets it, and what a broker would miss in it. Its height keeps Send in a window of 900 pixels. */
function Preview({ composed, maxHeight }: { composed: Composed; maxHeight: number }) {
  const { preview, to, findings, template } = composed
  const notes = findings.filter(({ isNote }) => !isNote)
  return (
    <section aria-label="Preview" className="overflow-hidden rounded-sm border border-control">
      <p className="border-b border-subtle px-3 py-2 text-caption text-secondary wrap-anywhere">
        To {to || 'nobody yet'}
      </p>
      <p className="border-b border-subtle px-3 py-2 text-table font-medium wrap-anywhere">{preview.subject}</p>
      <EmailFrame html={preview.html} charactersPerLine={46} minHeight={96} maxHeight={maxHeight} />
      {notes.length > 0 && (
        <div className="border-t border-subtle bg-warning-subtle px-3 py-2 text-caption text-warning-text">
          <ul>
            {notes.slice(0, 3).map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
          {!template.owner && (
            <Link to={paths.template(template.id)} className="font-medium underline">
              {notes.length > 3 ? `Fix these and ${notes.length - 3} more in the template` : 'Fix it in the template'}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}
