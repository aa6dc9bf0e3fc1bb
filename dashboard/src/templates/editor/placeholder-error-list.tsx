import type { Editor } from '@tiptap/core'
import type { MarkedError } from './template-marks.ts'

/** At most this many are listed; each is also marked where it stands. */
const maxListed = 5

/** Lists each invalid placeholder or bracket; a click selects it in the text. */
export const PlaceholderErrorList = ({ errors, editor }: { errors: MarkedError[]; editor: Editor }) => (
  <ul>
    {errors.slice(0, maxListed).map(({ from, to, text }) => (
      <li key={from}>
        <button
          type="button"
          className="max-w-full truncate align-bottom font-medium underline underline-offset-3"
          onClick={() => editor.chain().focus().setTextSelection({ from, to }).scrollIntoView().run()}
        >
          {text}
        </button>{' '}
        {describeError(text)}
      </li>
    ))}
    {errors.length > maxListed && <li>And {errors.length - maxListed} more.</li>}
  </ul>
)

/** Completes a sentence that starts with the invalid text. */
export function describeError(text: string): string {
  if (text === '[[' || text === ']]') return 'is missing its matching bracket in this paragraph.'
  if (text === '}}' || !text.endsWith('}}')) return 'is incomplete.'
  return 'is not a placeholder.'
}
