import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { checkRecipient, readFromOf } from '@loadping/contract/emails/recipient-check'
import type { BoardFacts } from '../boards/boards.ts'
import { mayHaveLeft } from '../inquiry/inquiry-state.ts'
import type { createInquirySender } from '../inquiry/send.ts'
import { answers } from '../message.ts'
import type { Account } from '../session/account.ts'
import { describeLoad as describe } from './describe-load.ts'
import type { LoadCard } from './load-card.ts'
import { describeLoad } from './load-messages.ts'
import type { createRowNotes, KeptNote } from './row-notes.ts'
import type { createSenderCache } from './sender.ts'
import type { createTeamIndex } from './team-index.ts'

type Deps = {
  readAccount: (maxAgeMs: number) => Promise<Account | null>
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  notes: Pick<ReturnType<typeof createRowNotes>, 'ofLoad'>
  team: Pick<ReturnType<typeof createTeamIndex>, 'readMemory' | 'marksOf'>
  sender: Pick<ReturnType<typeof createSenderCache>, 'read'>
  userId: () => Promise<string | undefined>
  now: () => Date
}

/** Answers the cards of rows, by what is known in this browser: nothing of a row leaves it before a click. */
export function createCardAnswers({ readAccount, inquiries, notes, team, sender, userId, now }: Deps) {
  async function readCard(load: PostedLoad, templateId: string): Promise<LoadCard | null> {
    const account = await readAccount(60_000)
    const template = account?.templates.find(({ id }) => id === templateId)
    if (!template) return null
    const [memory, marks, kept, known] = await Promise.all([
      team.readMemory(),
      team.marksOf(load),
      listNotes(load),
      sender.read(),
    ])
    const to = load.contactEmail
    const recipient =
      memory && to && checkRecipient({ to, readFrom: readFromOf(to, load), load, known: memory.recipients })
    return describe({
      load,
      template,
      marks,
      sender: known,
      notes: kept,
      now: now(),
      ownUserId: (await userId()) ?? '',
      remembered: memory?.recall(load),
      recipient: recipient || undefined,
    })
  }

  /** Lists what the user did about a load, without emails that were undone or failed. */
  async function listNotes(load: PostedLoad): Promise<KeptNote[]> {
    const kept = await notes.ofLoad(load)
    return Promise.all(
      kept.map(async (each) => {
        const state = (await inquiries.listStates(each.board))[each.boardLoadId]
        const { emailedAt, ...others } = each.note
        return mayHaveLeft(state) ? each : { ...each, note: others }
      }),
    )
  }

  return answers({
    'describe-load': [describeLoad, ({ load, templateId }, _: BoardFacts) => readCard(load, templateId)],
  })
}
