import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

type ListFootProps = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** What follows the last loaded load while there are more, which only a slow connection shows. */
export const ListFoot = ({ hasNextPage, isFetchNextPageError, fetchNextPage }: ListFootProps) =>
  hasNextPage && (
    <div className="sticky left-0 flex h-11 items-center justify-center gap-3 border-t border-subtle text-table text-secondary">
      {isFetchNextPageError ? (
        <>
          <p role="alert" className="text-danger-text">
            We couldn't load more.
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
