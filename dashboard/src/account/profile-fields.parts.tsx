import type { Profile, ProfileDraft } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'

type ProfileField = keyof Profile

const fields = {
  name: { label: 'Your name', hint: 'The sender of your emails.', autoComplete: 'name' },
  company: { label: 'Company', hint: undefined, autoComplete: 'organization' },
  phone: { label: 'Phone', hint: 'A number that is answered.', autoComplete: 'tel' },
  mc: { label: 'MC number', hint: 'Digits, such as 123456.', inputMode: 'numeric' },
  dot: { label: 'USDOT number', hint: 'Digits, such as 1234567.', inputMode: 'numeric' },
  registeredEmail: {
    label: 'Registered email',
    hint: 'On file with the FMCSA and in vetting tools of brokers, if you have one.',
    autoComplete: 'off',
    inputMode: 'email',
  },
  signature: { label: 'Signature', hint: 'Your name, company and phone, one per line.' },
} as const

/** All values of a profile, in the order of the form. Only carriers register an address. */
export const profileNamesFor = (userType: UserType): ProfileField[] =>
  profileNames.filter((name) => name !== 'registeredEmail' || userType === 'carrier')

const profileNames: ProfileField[] = ['name', 'company', 'phone', 'mc', 'dot', 'registeredEmail', 'signature']

const spans = {
  name: 'sm:col-span-3',
  company: 'sm:col-span-3',
  phone: 'sm:col-span-2',
  mc: 'sm:col-span-2',
  dot: 'sm:col-span-2',
  registeredEmail: 'sm:col-span-full',
}

export type ProfileFieldsProps = {
  names: readonly ProfileField[]
  /** What was changed, shown in place of the saved values. */
  draft: ProfileDraft
  onDraft: (draft: ProfileDraft) => void
  saved?: Profile | undefined
  /** Shows them side by side and without hints, as values that may stay empty. */
  isOptionalRow?: boolean
}

/** The fields of these profile values, one in a row unless all of them are there. */
export function ProfileFields({ names, draft, onDraft, saved, isOptionalRow = false }: ProfileFieldsProps) {
  const columns = isOptionalRow ? 'sm:grid-cols-3' : names.length < 6 ? '' : 'sm:grid-cols-6'
  return (
    <div className={`grid grid-cols-1 gap-4 ${columns}`}>
      {names.map((name) => {
        const { label, hint, ...rest } = fields[name]
        const savedText = saved?.[name] ?? ''
        const shown = isOptionalRow ? { label: <Optional label={label} /> } : { label, hint }
        const field = { ...rest, ...shown, name, value: draft[name] ?? savedText }
        const onValue = (value: string) => {
          const { [name]: _, ...others } = draft
          onDraft(value === savedText ? others : { ...others, [name]: value })
        }
        return name === 'signature' ? (
          <div key={name} className="sm:col-span-full">
            <TextArea {...field} rows={4} onValue={onValue} />
          </div>
        ) : (
          <TextField key={name} {...field} className={names.length < 6 ? '' : spans[name]} onValue={onValue} />
        )
      })}
    </div>
  )
}

const Optional = ({ label }: { label: string }) => (
  <>
    {label} <span className="font-normal text-muted">optional</span>
  </>
)
