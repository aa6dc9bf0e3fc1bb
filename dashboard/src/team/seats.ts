import type { Member } from '@loadping/contract/team'

/** The seats that are taken: by members, and by invitations that are open. */
export const takenSeats = (members: Member[]): { people: number; open: number } => ({
  people: members.filter(({ status }) => status === 'active').length,
  open: members.filter(({ status }) => status === 'invited').length,
})
