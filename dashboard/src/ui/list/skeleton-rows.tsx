import { Fragment, type ReactNode } from 'react'

type SkeletonRowsProps = { count?: number; row: (index: number) => ReactNode }

/** The placeholders of rows while a list loads. */
export const SkeletonRows = ({ count = 5, row }: SkeletonRowsProps) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
  Array.from({ length: count }, (_, index) => <Fragment key={index}>{row(index)}</Fragment>)
