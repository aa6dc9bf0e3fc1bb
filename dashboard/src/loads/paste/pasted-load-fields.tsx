import { equipmentCodes } from '@loadping/contract/boards/equipment'
import type { ReactNode } from 'react'
import type { DraftField } from '../../freight-text/pasted-draft.ts'
import type { PastedFields, PastedKey } from '../../freight-text/pasted-reader.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { PastedDraft } from './use-pasted-draft.ts'

type FieldsProps = { draft: PastedDraft; onFocus: (key: PastedKey | undefined) => void }

/** The fields of a pasted load, each with what was read and, if that is in other words, the text that states it. */
export function PastedLoadFields({ draft, onFocus }: FieldsProps) {
  const line = (field: LineField, label: string, extra: { hint?: string | undefined; isNumber?: boolean } = {}) => (
    <TextField
      label={label}
      name={field}
      autoComplete="off"
      value={draft.texts[field]}
      hint={sourceOf(draft, field) ?? extra.hint}
      {...(extra.isNumber && { inputMode: 'numeric' as const })}
      onValue={(value) => draft.correct(field, value)}
      onFocus={() => onFocus(field)}
    />
  )
  return (
    <>
      <Group title="Lane">
        {line('origin', 'Origin', { hint: stateHint(draft.load.fields, 'origin') })}
        {line('dest', 'Destination', { hint: stateHint(draft.load.fields, 'dest') })}
        {line('pickup', 'Pickup')}
        {line('delivery', 'Delivery')}
        {line('tripMiles', 'Trip miles', { isNumber: true })}
        {line('deadheadMiles', 'Deadhead miles', { isNumber: true })}
      </Group>
      <Group title="Freight and rate">
        {line('rate', 'Rate')}
        <SelectField
          label="Equipment"
          name="equipment"
          value={draft.texts.equipment}
          onValue={(value) => draft.correct('equipment', value)}
        >
          <option value="">Not known</option>
          {equipmentCodes.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        {line('weightPounds', 'Weight (lb)', { isNumber: true })}
        {line('lengthFeet', 'Length (ft)', { isNumber: true })}
        <SelectField
          label="Load"
          name="fullPartial"
          value={draft.texts.fullPartial}
          onValue={(value) => draft.correct('fullPartial', value)}
        >
          <option value="">Not known</option>
          <option value="full">Full</option>
          <option value="partial">Partial</option>
          <option value="both">Full or partial</option>
        </SelectField>
        {line('commodity', 'Commodity')}
        {line('temperature', 'Temperature')}
      </Group>
      <Group title="Broker">
        {line('company', 'Company')}
        {line('email', 'Email')}
        {line('phone', 'Phone')}
        {line('reference', 'Reference')}
        {line('mc', 'MC number', { isNumber: true })}
        {line('dot', 'USDOT number', { isNumber: true })}
      </Group>
      <div className="mt-4">
        <TextArea
          label="Note"
          name="note"
          rows={3}
          value={draft.texts.note}
          onValue={(value) => draft.correct('note', value)}
          onFocus={() => onFocus('comments')}
        />
      </div>
    </>
  )
}

type LineField = Exclude<DraftField, 'equipment' | 'fullPartial' | 'note'>

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="mb-5">
    <legend className="mb-2 text-caption font-medium text-secondary">{title}</legend>
    <div className="grid grid-cols-2 gap-x-3 gap-y-3 max-[400px]:grid-cols-1">{children}</div>
  </fieldset>
)

/** `“tmrw 8am”` where the field shows it in another form and the user has not corrected it. */
function sourceOf({ load, texts, read }: PastedDraft, field: LineField): string | undefined {
  const source = load.fields[field]?.text.replace(/\s+/g, ' ').trim()
  if (!source || texts[field] !== read[field] || source.startsWith(read[field])) return undefined
  return `“${source.length > maxSource ? `${source.slice(0, maxSource)}…` : source}”`
}

const maxSource = 60

function stateHint(fields: PastedFields, stop: 'origin' | 'dest'): string | undefined {
  const place = fields[stop]?.value
  return place && !place.state ? 'Add the state.' : undefined
}
