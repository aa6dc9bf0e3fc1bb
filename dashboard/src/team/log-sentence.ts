import type { LogAction, LogEntry } from '@loadping/contract/team'
import { Role } from '@loadping/contract/team'
import { roleNames } from './member-words.ts'

type Told = { subject: string; detail: string }

const deeds: Record<LogAction, (told: Told) => string> = {
  'organization-created': ({ detail }) => `created ${detail || 'the organization'}`,
  'organization-edited': ({ detail }) => `changed the organization to ${detail || 'other details'}`,
  invited: ({ subject, detail }) => `invited ${subject}${detail && ` as a ${detail}`}`,
  'invitation-sent-again': ({ subject }) => `sent the invitation to ${subject} again`,
  'invitation-link-copied': ({ subject }) => `copied the link of the invitation to ${subject}`,
  'invitation-revoked': ({ subject }) => `revoked the invitation to ${subject}`,
  'invitation-restored': ({ subject }) => `restored the invitation to ${subject}`,
  joined: ({ detail }) => `joined the team${detail && ` as a ${detail}`}`,
  'role-changed': ({ subject, detail }) => `made ${subject} a ${detail || 'person of another role'}`,
  removed: ({ subject }) => `removed ${subject}`,
  restored: ({ subject }) => `took ${subject} back into the team`,
  left: () => 'left the team',
  'ownership-handed-over': ({ subject }) => `made ${subject} the owner`,
  'plan-granted': ({ detail }) => `granted the plan${detail && ` ${detail}`}`,
  'plan-revoked': () => 'ended the plan',
  'log-exported': () => 'exported this log',
}

/** What was done as a sentence; `nameOf` gives the name that belongs to an address, and the operator is called `operator`. */
export function printDeed({ actor, action, subject, detail }: LogEntry, nameOf: (email: string) => string, operator: string): string {
  const { data: role } = Role.safeParse(detail)
  const told = { subject: subject === null ? 'somebody' : nameOf(subject), detail: role ? roleNames[role] : (detail ?? '') }
  return `${actor === null ? operator : nameOf(actor)} ${deeds[action](told)}`
}
