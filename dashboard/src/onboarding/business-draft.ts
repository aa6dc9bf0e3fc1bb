import { type UserInfo, UserInfoDraft } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import type { BoardId } from '@loadping/contract/boards/board-id'

/** The values of the form; the number of trucks is text until it is parsed. */
export type BusinessDraft = { userType: UserType; trucks: string; loadboards: BoardId[] }

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
    trucksAmount: trucks === '' ? Number.NaN : Number(trucks),
    loadboards,
    ...(validSource && { source: validSource }),
  })
}
