import type { User } from '@loadping/contract/account'
import type { Member } from '@loadping/contract/team'
import { Card } from '../ui/card.tsx'
import { useNow } from '../ui/format-date.ts'
import { MemberRow } from './member-row.tsx'
import type { TeamDialog } from './team-dialog.ts'

export type MembersTableProps = {
  members: Member[]
  me: User
  isOwner: boolean
  isAlone: boolean
  onDialog: (dialog: TeamDialog) => void
}

/** A table; on a phone each row is a card. */
export function MembersTable({ members, ...row }: MembersTableProps) {
  const now = useNow()
  return (
    <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
      <table className="w-full table-fixed text-left text-table max-sm:block">
        <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
          <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
            <th scope="col" className="w-[32%]">
              Member
            </th>
            <th scope="col" className="w-[14%]">
              Role
            </th>
            <th scope="col" className="w-[12%]">
              Status
            </th>
            <th scope="col" className="w-[18%]">
              Last active
            </th>
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} now={now} {...row} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}
