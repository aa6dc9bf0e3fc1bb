import { type UserInfo, UserInfoDraft, type UserType } from '@loadping/contract/account'
import type { BoardId } from '@loadping/contract/loads'

/** What stands in the form; the number is text until it is read. */
export type BusinessDraft = { userType: UserType; trucks: string; loadboards: BoardId[] }

export const draftOf = ({ userType, trucksAmount, loadboards }: UserInfo): BusinessDraft => ({
  userType: userType ?? 'carrier',
  trucks: String(trucksAmount),
  loadboards: loadboards.length > 0 ? loadboards : ['dat-one'],
})

/** What is sent; undefined while the number of trucks is none. A source that the contract refuses is left out. */
export function readDraft({ userType, trucks, loadboards }: BusinessDraft, source?: string): UserInfoDraft | undefined {
  const known = UserInfoDraft.shape.source.safeParse(source).data
  const { data } = UserInfoDraft.safeParse({
    userType,
    trucksAmount: trucks === '' ? undefined : Number(trucks),
    loadboards,
    ...(known && { source: known }),
  })
  return trucks === '' ? undefined : data
}
