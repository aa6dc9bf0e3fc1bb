import { OrganizationDraft, type Team } from '@loadping/contract/team/team'
import { TextField } from '../ui/form/text-field.tsx'

/** Reads an organization from its form. */
export const readOrganization = (data: FormData) =>
  OrganizationDraft.safeParse({ name: data.get('name'), dotNumber: String(data.get('dotNumber')).trim() || null })

/** The contract has a message for everything but the length of a name. */
export const explainOrganization = (issue: { code?: string; maximum?: unknown; message: string }): string =>
  issue.code === 'too_big' ? `A name has at most ${issue.maximum} characters` : issue.message

type OrganizationFieldsProps = { organization?: Team; size?: 'md' | 'touch' }

/** The name and the USDOT number of an organization. */
export const OrganizationFields = ({ organization, size = 'md' }: OrganizationFieldsProps) => (
  <div className="flex flex-col gap-5">
    <TextField
      label="Company name"
      name="name"
      size={size}
      autoComplete="organization"
      defaultValue={organization?.name ?? ''}
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
      defaultValue={organization?.dotNumber ?? ''}
    />
  </div>
)
