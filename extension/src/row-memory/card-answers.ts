import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { checkRecipient, readFromOf } from '@loadping/contract/emails/recipient-check'
import type { BoardFacts } from '../boards/boards.ts'
import { mayHaveLeft } from '../inquiries/inquiry-state.ts'
import type { createRowTrucks } from '../inquiries/row-trucks.ts'
import type { createInquirySender } from '../inquiries/send.ts'
import { answers } from '../message.ts'
import type { Kept } from '../session/kept-state.ts'
import { describeLoad as describe } from './describe-load.ts'
import type { LoadCard } from './load-card.ts'
import { describeLoad } from './load-messages.ts'
import type { createRowNotes, KeptNote } from './row-notes.ts'
import { senderOf } from './sender.ts'
import type { createTeamIndex } from './team-index.ts'

type Deps = {
  readState: (maxAgeMs: number) => Promise<Kept | null>
  inquiries: Pick<ReturnType<typeof createInquirySender>, 'listStates'>
  notes: Pick<ReturnType<typeof createRowNotes>, 'ofLoad'>
  team: Pick<ReturnType<typeof createTeamIndex>, 'readMemory' | 'marksOf'>
  trucks: Pick<ReturnType<typeof createRowTrucks>, 'ofRow'>
  now: () => Date
}

/** Answers the cards of rows, by what is known in this browser: nothing of a row leaves it before a click. */
export function createCardAnswers({ readState, inquiries, notes, team, trucks, now }: Deps) {
  async function readCard(load: PostedLoad, templateId: string): Promise<LoadCard | null> {
    const state = await readState(60_000)
    const template = state?.account.templates.find(({ id }) => id === templateId)
    if (!state || !template) return null
    const [memory, kept] = await Promise.all([team.readMemory(state), listNotes(load)])
    const to = load.contactEmail
    const recipient =
      memory && to && checkRecipient({ to, readFrom: readFromOf(to, load), load, known: memory.recipients })
    const waits = (await inquiries.listStates(load.board))[load.boardLoadId]?.waits
    const card = describe({
      load,
      template,
      marks: team.marksOf(state, load),
      sender: senderOf(state),
      truck: await trucks.ofRow(load, templateId),
      notes: kept,
      now: now(),
      ownUserId: state.userId,
      isBroker: state.account.userType === 'broker',
      remembered: memory?.recall(load),
      recipient: recipient || undefined,
    })
    const waiting = waits && {
      tone: 'warning' as const,
      icon: 'alert' as const,
      text: `${waits.title}. ${waits.until}`,
    }
    return waiting ? { ...card, notes: [waiting, ...card.notes] } : card
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
