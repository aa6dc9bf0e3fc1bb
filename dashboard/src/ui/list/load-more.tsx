import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'

type LoadMoreProps = {
  failure: string
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  /** Whether the list loads what follows by itself, so that only a slow connection shows its foot. */
  isAutomatic?: boolean
}

/** The foot of a long list: loads its next page, and tries again after a failure. */
export function LoadMore({ isAutomatic = false, ...pages }: LoadMoreProps) {
  if (!pages.hasNextPage) return null
  return isAutomatic ? <LoadingMore {...pages} /> : <ShowMore {...pages} />
}

type FootProps = Omit<LoadMoreProps, 'isAutomatic'>

const ShowMore = ({ failure, isFetchingNextPage, isFetchNextPageError, fetchNextPage }: FootProps) => (
  <div className="flex flex-wrap items-center justify-center gap-3 border-t border-subtle bg-sunken p-3">
    {isFetchNextPageError && (
      <p role="alert" className="text-caption text-danger-text">
        {failure}
      </p>
    )}
    <Button isLoading={isFetchingNextPage} onPress={() => void fetchNextPage()}>
      {isFetchNextPageError ? 'Try again' : 'Show more'}
    </Button>
  </div>
)

const LoadingMore = ({ failure, isFetchNextPageError, fetchNextPage }: FootProps) => (
  <div className="sticky left-0 flex h-11 items-center justify-center gap-3 border-t border-subtle text-table text-secondary">
    {isFetchNextPageError ? (
      <>
        <p role="alert" className="text-danger-text">
          {failure}
        </p>
        <Button size="sm" onPress={() => void fetchNextPage()}>
          Try again
        </Button>
      </>
    ) : (
      <>
        <Spinner />
        Loading more
      </>
    )}
  </div>
)
