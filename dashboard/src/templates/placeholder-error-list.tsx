import type { PlaceholderError } from './placeholder-errors.ts'

/** Lists each invalid placeholder or bracket; a click selects it in the text. */
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
  if (text === '[[' || text === ']]') return 'is missing its matching bracket.'
  if (text === '}}' || !text.endsWith('}}')) return 'is incomplete.'
  return 'is not a placeholder.'
}
