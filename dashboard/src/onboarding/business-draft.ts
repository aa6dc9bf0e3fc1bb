import { type UserInfo, UserInfoDraft } from '@loadping/contract/account/account'
import { UserType } from '@loadping/contract/account/user-type'
import { BoardId } from '@loadping/contract/boards/board-id'
import * as z from 'zod/mini'

/** The values of the form; the number of trucks is text until it is parsed. */
export const BusinessDraft = z.object({ userType: UserType, trucks: z.string(), loadboards: z.array(BoardId) })
export type BusinessDraft = z.infer<typeof BusinessDraft>

/** Returns what was answered so far, on any device. */
export const draftOf = ({ userType, chosenType, trucksAmount, loadboards }: UserInfo): BusinessDraft => ({
  userType: userType ?? chosenType ?? 'carrier',
  trucks: String(trucksAmount),
  loadboards: loadboards.length > 0 || chosenType ? loadboards : ['dat-one'],
})

/** Returns those values of `changed` that are others than in `shown`. */
export function changesOf(shown: BusinessDraft, changed: BusinessDraft): Partial<BusinessDraft> {
  const entries = Object.entries(shown).map(([name, value]) => [name, JSON.stringify(value)])
  const known = Object.fromEntries(entries)
  return Object.fromEntries(Object.entries(changed).filter(([name, value]) => JSON.stringify(value) !== known[name]))
}

/** Reads the draft by the contract. A source that the contract rejects is left out. */
export function readDraft({ userType, trucks, loadboards }: BusinessDraft, source?: string) {
  const validSource = UserInfoDraft.shape.source.safeParse(source).data
  return UserInfoDraft.safeParse({
    userType,
    trucksAmount: /^\s*\d+\s*$/.test(trucks) ? Number(trucks) : Number.NaN,
    loadboards,
    ...(validSource && { source: validSource }),
  })
}
