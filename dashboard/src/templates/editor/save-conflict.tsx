import { bodyText } from '@loadping/contract/templates/body-text'
import { Button } from '../../ui/button.tsx'
import { DialogCard } from '../../ui/overlay/dialog-card.tsx'
import type { Draft } from '../draft.ts'

type SaveConflictProps = {
  mine: Draft
  /** What the server has, saved in another tab or on another device. */
  newest: Draft
  onClose: () => void
  onKeepMine: (version: number) => void
  onUseNewest: (newest: Draft) => void
}

/** Asks which text to keep when a template was saved somewhere else meanwhile, and shows what differs. */
export function SaveConflict({ mine, newest, onClose, onKeepMine, onUseNewest }: SaveConflictProps) {
  const finish = (act: () => void) => {
    onClose()
    act()
  }
  return (
    <DialogCard
      title="Saved somewhere else"
      text="This template was saved in another tab or on another device after you opened it. Nothing is lost until you choose."
      width="w-140"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button onPress={() => finish(() => onUseNewest(newest))}>Use the saved one</Button>
          <Button variant="primary" onPress={() => finish(() => onKeepMine(newest.version ?? 1))}>
            Keep mine
          </Button>
        </>
      }
    >
      <dl className="space-y-4">
        {listDifferences(mine, newest).map(({ field, ours, theirs }) => (
          <div key={field}>
            <dt className="mb-1.5 text-table font-medium">{field}</dt>
            <dd className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
              <Side title="Mine" text={ours} />
              <Side title="Saved" text={theirs} />
            </dd>
          </div>
        ))}
      </dl>
    </DialogCard>
  )
}

const Side = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0 rounded-sm border border-default bg-sunken p-3">
    <p className="mb-1 text-caption text-secondary">{title}</p>
    <p className="max-h-40 overflow-y-auto text-table wrap-anywhere whitespace-pre-line" dir="auto">
      {text || '(empty)'}
    </p>
  </div>
)

/** Lists the fields that differ; of a message only the lines that do. */
function listDifferences(mine: Draft, newest: Draft) {
  const lines = [bodyText(mine.body).split('\n'), bodyText(newest.body).split('\n')] as const
  const without = (all: readonly string[], others: readonly string[]) =>
    all.filter((line) => !others.includes(line)).join('\n')
  const fields = [
    { field: 'Name', ours: mine.name, theirs: newest.name },
    { field: 'Subject', ours: mine.subject, theirs: newest.subject },
    { field: 'Cc', ours: mine.cc.join(', '), theirs: newest.cc.join(', ') },
    { field: 'Labels', ours: mine.labels.join(', '), theirs: newest.labels.join(', ') },
    { field: 'Message', ours: without(lines[0], lines[1]), theirs: without(lines[1], lines[0]) },
  ]
  const different = fields.filter(({ ours, theirs }) => ours !== theirs)
  const formatting = { field: 'Message', ours: 'Other formatting', theirs: 'Other formatting' }
  return different.length > 0 ? different : [formatting]
}
