import type { UserType } from '../account.ts'
import type { Role } from '../team.ts'

/** What somebody is called in a team by what they may do there: a USER is a Dispatcher, and a broker a Member (D7.1). */
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
