import { Key } from '../ui/key.tsx'

type KeyHintsProps = { hints: readonly (readonly [keys: string, what: string])[] }

/** The keys of a page or a drawer, for those who use a keyboard. */
export const KeyHints = ({ hints }: KeyHintsProps) => (
  <ul
    aria-label="Keys"
    className="flex flex-wrap items-center gap-x-4 gap-y-1 text-caption text-secondary max-md:hidden print:hidden"
  >
    {hints.map(([keys, what]) => (
      <li key={what} className="flex items-center gap-1.5">
        {keys.split(' ').map((key) => (
          <Key key={key}>{key}</Key>
        ))}
        {what}
      </li>
    ))}
  </ul>
)
