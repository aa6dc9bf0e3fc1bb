/** Columns in the order of the head; the widest windows have room for all, others scroll sideways. */
export const boardColumnsStyle =
  'grid grid-cols-[minmax(92px,1fr)_minmax(124px,1.5fr)_minmax(112px,1.2fr)_68px_126px_64px_64px_62px_minmax(148px,1.7fr)] items-center [&>*]:min-w-0 [&>*]:px-2 [&>*:first-child]:pl-3 [&>*:last-child]:pr-3'
