import { brand } from '@loadping/contract/brand'
import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatDollars } from '@loadping/contract/format/money'
import type { LoadSummary } from '@loadping/contract/loads/saved-loads'
import { useMe } from '../../account/account.data.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { useUrlFilter } from '../../use-url-filter.ts'
import { useLoadPeople, useLoadSummary, useLoads } from '../loads.data.ts'
import { PasteLoadButton, usePasteLoad } from '../paste/pasted-load.parts.tsx'
import { isFiltered, ListFilter, toApiFilter, toApiQuery } from './list-filter.ts'
import { ListSkeleton, LoadsFailed, NoLoads } from './list-states.tsx'
import { LoadList } from './load-list.tsx'
import { LoadTabs } from './load-tabs.tsx'
import { LoadToolbar } from './load-toolbar.tsx'

/** The loads that the user and their team saved, emailed or called about. */
export function LoadListScreen() {
  const url = useUrlFilter(ListFilter)
  const { userId } = useMe().data
  const list = useLoads(toApiQuery(url.filter))
  const summary = useLoadSummary(toApiFilter(url.filter))
  const people = useLoadPeople()
  const paste = usePasteLoad()
  const isEmpty = list.isSuccess && !list.isPlaceholderData && list.loads.length === 0 && !isFiltered(url.filter)
  const isFailed = list.isError && !list.hasData
  return (
    <>
      <title>{`My loads · ${brand.name}`}</title>
      <PageHead title="My loads" context={!isEmpty && !isFailed && describe(summary)}>
        {!isEmpty && <PasteLoadButton onPress={paste.open} />}
      </PageHead>
      {paste.dialog}
      {isFailed && <LoadsFailed error={list.error} onRetry={() => void list.refetch()} />}
      {isEmpty && (
        <NoLoads>
          <PasteLoadButton onPress={paste.open} />
        </NoLoads>
      )}
      {!isFailed && !isEmpty && (
        <>
          <LoadTabs filter={url.filter} />
          <LoadToolbar filter={url.filter} people={people} onFilter={url.setFilter} />
          {list.hasData ? (
            <LoadList list={list} url={url} userId={userId} people={people} summary={summary} />
          ) : (
            <ListSkeleton />
          )}
        </>
      )}
    </>
  )
}

/** `14 loads, $18,021 asked on 12 of them`. */
function describe(summary: LoadSummary | undefined) {
  if (!summary) return <span aria-hidden="true">&nbsp;</span>
  const { total, askedCount, askedCents } = summary
  const loads = countOf(total, 'load')
  return askedCount === 0 ? loads : `${loads}, ${formatDollars(askedCents)} asked on ${formatCount(askedCount)} of them`
}
