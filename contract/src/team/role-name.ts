import type { UserType } from '../account/user-type.ts'
import type { Role } from './team.ts'

/** Returns a member's role for display: a USER is a Dispatcher, or a Member for brokers. */
export function roleName({
  role,
  isOwner = false,
  userType = null,
}: {
  role: Role
  isOwner?: boolean
  userType?: UserType | null
}): string {
  if (isOwner) return 'Owner'
  if (role === 'MANAGER') return 'Manager'
  return userType === 'broker' ? 'Member' : 'Dispatcher'
}
