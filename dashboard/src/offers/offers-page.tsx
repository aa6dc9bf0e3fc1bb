import { countOf, formatCount } from '@loadping/contract/format/counts'
import { type OfferPosting, offerDays } from '@loadping/contract/offers/offers'
import { ClipboardPaste, Inbox, Plus, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useLoadedProfile } from '../account/profile.data.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { usePaste, useShortcut } from '../ui/use-shortcut.ts'
import { OfferList } from './offer-list.tsx'
import { toRow } from './offer-rows.ts'
import { useAnswers, useDeletePosting, usePostings } from './offers.data.ts'
import { laneText, PostingButton, PostingStrip } from './posting-strip.tsx'
import { saveOffers } from './save-offers.ts'

const PostingDialog = lazyPart(async () => (await import('./posting-dialog.tsx')).PostingDialog)
const PasteAnswersDialog = lazyPart(async () => (await import('./paste-answers-dialog.tsx')).PasteAnswersDialog)

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** The posting that a dialog is open for: undefined for none, null for a new one. */
type Editing = OfferPosting | null | undefined

/** The postings of a broker, and the answers to the chosen one side by side. */
export function Offers() {
  const postings = usePostings()
  const [search, setSearch] = useSearchParams()
  const [editing, setEditing] = useState<Editing>()
  const posting = postings.find(({ id }) => id === search.get('posting')) ?? postings[0]
  const choose = (id: string) => setSearch({ posting: id })
  const dialog = editing !== undefined && (
    <PostingDialog
      posting={editing ?? undefined}
      onClose={() => setEditing(undefined)}
      onSaved={(id) => {
        setEditing(undefined)
        choose(id)
      }}
    />
  )
  if (!posting)
    return (
      <>
        <PageHead title="Offers" context="Carriers' answers to your postings, side by side." />
        <Card>
          <EmptyState
            icon={<Inbox size={24} strokeWidth={1.6} aria-hidden="true" />}
            title="Compare what carriers answer"
            text={`Type a posting, then paste the answers as they come, one by one or many. Rate, MC, equipment, and where and when the truck is empty are read from them. Seen only by you, kept ${offerDays} days.`}
          >
            <Button variant="primary" icon={<Plus {...icon} />} onPress={() => setEditing(null)}>
              New posting
            </Button>
          </EmptyState>
        </Card>
        {dialog}
      </>
    )
  return (
    <>
      <Answers
        key={posting.id}
        posting={posting}
        postings={postings}
        onChoose={choose}
        onNew={() => setEditing(null)}
        onEdit={() => setEditing(posting)}
      />
      {dialog}
    </>
  )
}

type AnswersProps = {
  posting: OfferPosting
  postings: OfferPosting[]
  onChoose: (id: string) => void
  onNew: () => void
  onEdit: () => void
}

function Answers({ posting, ...strip }: AnswersProps) {
  const { id, facts } = posting
  const answers = useAnswers(id)
  const own = useOwn()
  const remove = useDeletePosting()
  const [pasted, setPasted] = useState<string>()
  const rows = useMemo(() => answers.map((answer) => toRow(answer, facts, own)), [answers, facts, own])
  const openPaste = () => setPasted('')
  useShortcut('p', openPaste)
  usePaste(setPasted)

  const complete = rows.filter(({ missing }) => missing.length === 0).length
  const stripProps = {
    ...strip,
    posting,
    hasAnswers: rows.length > 0,
    onExport: () => saveOffers(posting, rows),
    onDelete: () => remove.mutate({ id, lane: laneText(facts) }),
  }
  const pasteButton = (className: string, isPrimary: boolean) => (
    <Button
      variant={isPrimary ? 'primary' : 'secondary'}
      className={className}
      icon={<ClipboardPaste {...icon} />}
      onPress={openPaste}
    >
      Paste answers
    </Button>
  )
  return (
    <>
      <PageHead
        title="Offers"
        context={
          <span className="max-sm:hidden">
            {laneText(facts)}: {countOf(rows.length, 'answer')}
            {rows.length > 0 && `, ${formatCount(complete)} ${complete === 1 ? 'says' : 'say'} everything you need`}
          </span>
        }
      >
        <Button className="max-sm:hidden print:hidden" icon={<Printer {...icon} />} onPress={() => window.print()}>
          Print
        </Button>
        {pasteButton('max-sm:hidden print:hidden', false)}
      </PageHead>
      <PostingStrip {...stripProps} />
      <PostingButton {...stripProps} />
      {pasteButton('mb-3 w-full sm:hidden print:hidden', true)}
      {rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={<ClipboardPaste size={24} strokeWidth={1.6} aria-hidden="true" />}
            title="No answers yet"
            text="Copy an answer, or many at once, and paste them here with Ctrl V or ⌘ V."
          >
            <Button variant="primary" className="max-sm:hidden" icon={<ClipboardPaste {...icon} />} onPress={openPaste}>
              Paste answers
            </Button>
          </EmptyState>
        </Card>
      ) : (
        <OfferList postingId={id} facts={facts} rows={rows} />
      )}
      {pasted !== undefined && (
        <PasteAnswersDialog
          postingId={id}
          facts={facts}
          own={own}
          answers={answers}
          pasted={pasted}
          onClose={() => setPasted(undefined)}
        />
      )}
    </>
  )
}

/** What is the broker's own, and so no carrier's. */
function useOwn(): string[] {
  const { email } = useMe().data
  const profile = useLoadedProfile()
  const company = profile?.company
  const mc = profile?.mc
  return useMemo(() => [email, company, mc].flatMap((each) => each || []), [email, company, mc])
}
