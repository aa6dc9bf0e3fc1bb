import { type Profile, ProfileDraft } from '../account/account.ts'
import type { Placeholder } from './placeholder-titles.ts'

/** The profile value that each of these placeholders prints. */
export const profileFields = {
  myCompany: 'company',
  mc: 'mc',
  dot: 'dot',
  phone: 'phone',
  signature: 'signature',
} as const satisfies Partial<Record<Placeholder, keyof Profile>>

type ProfilePlaceholder = keyof typeof profileFields
type ProfileValues = Partial<Record<(typeof profileFields)[ProfilePlaceholder], string>>

/** Whether a placeholder prints a value that the sender can save in the profile. */
export const isProfilePlaceholder = (name: string): name is ProfilePlaceholder => Object.hasOwn(profileFields, name)

/** Returns the values that a profile has, as templates are filled with them. */
export const senderProfileOf = (profile: Pick<Profile, keyof ProfileValues>): ProfileValues =>
  Object.fromEntries(Object.values(profileFields).flatMap((field) => (profile[field] ? [[field, profile[field]]] : [])))

/** Returns the entered values that the profile lacks and would accept, so that they are asked for once. */
export function learnedProfile(known: ProfileValues, entered: Partial<Record<string, string>> = {}): ProfileValues {
  const learned = Object.entries(profileFields).flatMap(([placeholder, field]) => {
    const value = entered[placeholder]
    const accepted = value && !known[field] ? ProfileDraft.shape[field].safeParse(value).data : undefined
    return accepted ? [[field, accepted]] : []
  })
  return Object.fromEntries(learned)
}
