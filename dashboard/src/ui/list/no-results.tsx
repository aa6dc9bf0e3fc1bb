import { SearchX } from 'lucide-react'
import { Button } from '../button.tsx'
import { EmptyState } from './empty-state.tsx'

type NoResultsProps = { text: string; clearLabel?: string; onClear: () => void }

/** What a list shows if nothing matches its search and filters, with a button that clears them. */
export const NoResults = ({ text, clearLabel = 'Clear filters', onClear }: NoResultsProps) => (
  <EmptyState icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />} title="No results" text={text}>
    <Button onPress={onClear}>{clearLabel}</Button>
  </EmptyState>
)
