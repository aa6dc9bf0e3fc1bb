import { type UserInfo, UserInfoDraft, type UserType } from '@loadping/contract/account'
import type { BoardId } from '@loadping/contract/loads'

/** The values of the form; the number of trucks is text until it is parsed. */
export type BusinessDraft = { userType: UserType; trucks: string; loadboards: BoardId[] }

export const draftOf = ({ userType, trucksAmount, loadboards }: UserInfo): BusinessDraft => ({
  userType: userType ?? 'carrier',
  trucks: String(trucksAmount),
  loadboards: loadboards.length > 0 ? loadboards : ['dat-one'],
})

/** Returns what to send; undefined when the number of trucks is invalid. Leaves out an invalid source. */
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
