/** The letter of a key in its box. */
export const Key = ({ isOnAccent = false, children }: { isOnAccent?: boolean; children: string }) => (
  <kbd
    className={`inline-flex h-5 min-w-5 items-center justify-center rounded-xs border px-1 font-sans text-micro ${isOnAccent ? 'border-current/50' : 'border-default bg-surface text-primary'}`}
  >
    {children}
  </kbd>
)
