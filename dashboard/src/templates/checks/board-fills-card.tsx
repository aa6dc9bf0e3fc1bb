import { boardOptions } from '@loadping/contract/account/board-options'
import { mayBeEmpty } from '@loadping/contract/templates/placeholder-titles'
import { parseTemplate } from '@loadping/contract/templates/template-text'
import { useMemo } from 'react'
import { useUserType } from '../../account/account.data.ts'
import { Card } from '../../ui/card.tsx'
import { LetterIcon } from '../../ui/letter-icon.tsx'
import { ColumnHead } from '../../ui/list/column-head.tsx'
import { useSettled } from '../../use-settled.ts'
import type { Draft } from '../draft.ts'
import { PlaceholderChip } from '../placeholder-chip.tsx'
import { type BoardFill, listFills, type TemplateFill } from './board-fills.ts'
import { useBoards } from './preview-rows.ts'

/** Shows a carrier which placeholders of the template each chosen board fills, and what happens to the others. */
export function BoardFillsCard({ draft }: { draft: Draft }) {
  const userType = useUserType()
  const boards = useBoards()
  const { settled: text } = useSettled(`${draft.subject}\n${draft.body}`)
  const rows = useMemo(() => {
    const total = new Set(parseTemplate(text).placeholders.flatMap(({ name }) => name ?? [])).size
    return boards.map((id) => {
      const missing = listFills(id, text).filter(({ fill }) => fill !== 'always')
      return { board: boardOptions[id], missing, filled: total - missing.length, total }
    })
  }, [boards, text])
  if (userType === 'broker' || rows.every(({ total }) => total === 0)) return null

  return (
    <Card
      title="What each board can fill"
      aside={<span className="max-sm:hidden">Text in [[ ]] drops when empty</span>}
    >
      <table className="w-full text-left text-table">
        <thead className="bg-sunken text-caption text-secondary">
          <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
            <ColumnHead label="Board" />
            <ColumnHead label="Filled" />
            <ColumnHead label="Missing" className="w-[60%]" />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ board, missing, filled, total }) => (
            <tr key={board.id} className="border-t border-subtle align-top [&>td]:px-4 [&>td]:py-2">
              <td>
                <span className="flex items-center gap-2 whitespace-nowrap">
                  <LetterIcon>{board.icon}</LetterIcon>
                  {board.name}
                </span>
              </td>
              <td className="whitespace-nowrap tabular-nums">
                {filled} of {total}
              </td>
              <td>
                {missing.length === 0 ? (
                  <span className="text-secondary">None</span>
                ) : (
                  <MissingList missing={missing} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

const often: Record<BoardFill, string> = {
  always: '',
  sometimes: 'often absent',
  never: 'not on this board',
  unknown: 'may be absent',
}

const MissingList = ({ missing }: { missing: TemplateFill[] }) => (
  <ul className="space-y-1">
    {groupByOutcome(missing).map(({ outcome, names }) => (
      <li key={outcome} className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-caption text-secondary">
        {names.map((name) => (
          <PlaceholderChip key={name} name={name} isMissing />
        ))}
        {outcome}
      </li>
    ))}
  </ul>
)

/** What an email has instead of a missing value. */
function instead({ placeholder, isOptional }: Pick<TemplateFill, 'placeholder' | 'isOptional'>): string {
  if (isOptional) return 'sentence drops'
  return mayBeEmpty(placeholder) ? 'prints nothing' : 'asked before sending'
}

/** Groups placeholders by how often they are missing and what happens then. */
function groupByOutcome(missing: TemplateFill[]): { outcome: string; names: string[] }[] {
  const groups = Map.groupBy(missing, ({ fill, ...missed }) => `${often[fill]}, ${instead(missed)}`)
  return [...groups].map(([outcome, fills]) => ({ outcome, names: fills.map(({ placeholder }) => placeholder) }))
}
