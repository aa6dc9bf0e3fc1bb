/** Columns in the order of the head; the widest windows have room for all, others scroll sideways. */
export const boardColumnsStyle =
  'grid grid-cols-[minmax(90px,1fr)_minmax(118px,1.5fr)_minmax(104px,1.2fr)_66px_136px_60px_62px_66px_minmax(152px,1.7fr)] items-center [&>*]:min-w-0 [&>*]:px-1.5 [&>*:first-child]:pl-3 [&>*:last-child]:pr-3'
