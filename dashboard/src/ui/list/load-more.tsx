import { Button } from '../button.tsx'

type LoadMoreProps = {
  failure: string
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/** The foot of a long list: loads its next page, and tries again after a failure. */
export const LoadMore = ({
  failure,
  hasNextPage,
  isFetchingNextPage,
  isFetchNextPageError,
  fetchNextPage,
}: LoadMoreProps) =>
  hasNextPage && (
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
