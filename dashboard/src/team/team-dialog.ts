import type { Member } from '@loadping/contract/team'

/** The dialogs of the team's page, of which one is open at a time. */
export type TeamDialog =
  | { kind: 'edit' }
  | { kind: 'leave' }
  | { kind: 'close' }
  | { kind: 'business-plan' }
  | { kind: 'transfer-ownership'; to?: Member }
  | { kind: 'link'; url: string }
