import { Problem } from '@loadping/contract/problem'
import { OrganizationDraft } from '@loadping/contract/team'
import type { core } from 'zod/mini'
import { TextField } from '../ui/text-field.tsx'

/** What stands in the form. */
export type OrganizationText = { name: string; dotNumber: string }
/** What is wrong with which field. */
export type OrganizationErrors = Partial<OrganizationText>

/** What is sent, or what is wrong with it. */
export function readOrganization({
  name,
  dotNumber,
}: OrganizationText): { draft: OrganizationDraft } | { errors: OrganizationErrors } {
  const { data, error } = OrganizationDraft.safeParse({ name, dotNumber: dotNumber.trim() || null })
  if (data) return { draft: data }
  const [nameError, dotError] = ['name', 'dotNumber'].map((field) => error.issues.find(({ path }) => path[0] === field))
  return {
    errors: { ...(nameError && { name: explainName(nameError) }), ...(dotError && { dotNumber: dotError.message }) },
  }
}

/** What the contract says of a name; only of its length it has no words in a browser. */
const explainName = (error: core.$ZodIssue): string =>
  error.code === 'too_big' ? `A name has at most ${error.maximum} characters` : error.message

/** What a refusal says about the fields; nothing when it is about something else. */
export function errorsOf(error: Error): OrganizationErrors | undefined {
  if (!(error instanceof Problem)) return undefined
  const { name, dotNumber } = error.fields
  return name || dotNumber ? { ...(name && { name }), ...(dotNumber && { dotNumber }) } : undefined
}

type OrganizationFieldsProps = {
  text: OrganizationText
  errors: OrganizationErrors
  size?: 'md' | 'touch'
  onText: (text: OrganizationText) => void
  onErrors: (errors: OrganizationErrors) => void
}

/** The name and the USDOT number; clicking a field or typing into it takes its error away. */
export function OrganizationFields({ text, errors, size = 'md', onText, onErrors }: OrganizationFieldsProps) {
  const { name: nameError, dotNumber: dotError } = errors
  return (
    <div className="flex flex-col gap-5">
      <TextField
        label="Company name"
        name="name"
        size={size}
        autoComplete="organization"
        value={text.name}
        error={nameError}
        onPress={() => onErrors(dotError ? { dotNumber: dotError } : {})}
        onValue={(name) => onText({ ...text, name })}
      />
      <TextField
        label={
          <>
            USDOT number <span className="font-normal text-muted">optional</span>
          </>
        }
        name="dotNumber"
        size={size}
        inputMode="numeric"
        autoComplete="off"
        placeholder="1 to 8 digits"
        maxLength={20}
        value={text.dotNumber}
        error={dotError}
        onPress={() => onErrors(nameError ? { name: nameError } : {})}
        onValue={(dotNumber) => onText({ ...text, dotNumber })}
      />
    </div>
  )
}
