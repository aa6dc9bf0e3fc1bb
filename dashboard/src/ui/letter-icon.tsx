/** A square with one letter, beside the name that it begins. */
export const LetterIcon = ({ children }: { children: string }) => (
  <span
    aria-hidden="true"
    className="flex size-4 shrink-0 items-center justify-center rounded-xs bg-inverse text-[10px] leading-none font-semibold text-on-inverse"
  >
    {children}
  </span>
)
