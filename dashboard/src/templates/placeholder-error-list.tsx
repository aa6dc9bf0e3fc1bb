import type { PlaceholderError } from './placeholder-errors.ts'

/** Names each placeholder or bracket that means nothing, and leads to where it stands. */
export const PlaceholderErrorList = ({
  errors,
  onShow,
}: {
  errors: PlaceholderError[]
  onShow: (error: PlaceholderError) => void
}) => (
  <ul>
    {errors.map((error) => (
      <li key={`${error.start} ${error.text}`}>
        Line {error.line}:{' '}
        <button type="button" className="font-medium underline underline-offset-3" onClick={() => onShow(error)}>
          {error.text}
        </button>{' '}
        {describeError(error.text)}
      </li>
    ))}
  </ul>
)

function describeError(text: string): string {
  if (text === '[[' || text === ']]') return 'stands without its pair.'
  if (text === '}}' || !text.endsWith('}}')) return 'is only half a placeholder.'
  return 'is not a placeholder.'
}
