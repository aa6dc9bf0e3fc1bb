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

/** The letter of a key in its box. */
export const Key = ({ isOnAccent = false, children }: { isOnAccent?: boolean; children: string }) => (
  <kbd
    className={`inline-flex h-5 min-w-5 items-center justify-center rounded-xs border px-1 font-sans text-micro ${isOnAccent ? 'border-current/50' : 'border-default bg-surface text-primary'}`}
  >
    {children}
  </kbd>
)
