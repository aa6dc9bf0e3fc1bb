import { boardOptions } from '@loadping/contract/account/board-options'
import type { BoardId } from '@loadping/contract/boards/board-id'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { useMemo, useState } from 'react'
import { useUserInfo } from '../../account/account.data.ts'
import { useEmailedLoad, useRecentEmails } from '../../emails/emails.data.ts'
import { sampleFor } from './sample-loads.ts'

const noBoards: readonly BoardId[] = ['dat-one']
const maxEmails = 20

/** The boards that the user chose. */
export function useBoards(): readonly BoardId[] {
  const { data } = useUserInfo()
  return data && data.loadboards.length > 0 ? data.loadboards : noBoards
}

/** What a template can be previewed with: a sample of each of the user's boards, and the loads that they emailed. */
export function usePreviewRows() {
  const boards = useBoards()
  const emails = useRecentEmails().slice(0, maxEmails)
  const [today] = useState(() => newYorkDay(new Date()))
  const [chosen, choose] = useState<string>()

  const email = emails.find(({ id }) => id === chosen)
  const board = boards.find((id) => id === chosen) ?? boards[0] ?? 'dat-one'
  const sample = useMemo(() => sampleFor(board, today), [board, today])
  const emailed = useEmailedLoad(email?.id)
  return {
    groups: [
      ...boards.map((id) => ({
        title: `${boardOptions[id].name}, sample`,
        rows: [{ id, label: labelOf(sampleFor(id, today)) }],
      })),
      {
        title: 'Loads you emailed',
        rows: emails.map((row) => ({ id: row.id, label: [labelOf(row), row.company].filter(Boolean).join(', ') })),
      },
    ].filter(({ rows }) => rows.length > 0),
    chosen: email?.id ?? board,
    choose,
    today,
    /** The posting; undefined while it loads. */
    load: email ? emailed.data : sample,
    /** Loads it again after a failure. */
    retry: email && emailed.isError ? () => void emailed.refetch() : undefined,
  }
}

export type PreviewRows = ReturnType<typeof usePreviewRows>

const labelOf = ({ origin, dest }: Pick<PostedLoad, 'origin' | 'dest'>): string =>
  `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
