import { type UserInfo, UserInfoDraft } from '@loadping/contract/account/account'
import { UserType } from '@loadping/contract/account/user-type'
import { BoardId } from '@loadping/contract/boards/board-id'
import * as z from 'zod/mini'

/** The values of the form; the number of trucks is text until it is parsed. */
export const BusinessDraft = z.object({ userType: UserType, trucks: z.string(), loadboards: z.array(BoardId) })
export type BusinessDraft = z.infer<typeof BusinessDraft>

export const draftOf = ({ userType, trucksAmount, loadboards }: UserInfo): BusinessDraft => ({
  userType: userType ?? 'carrier',
  trucks: String(trucksAmount),
  loadboards: loadboards.length > 0 ? loadboards : ['dat-one'],
})

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
