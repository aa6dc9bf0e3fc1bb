import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'

type Options = {
  scroller: RefObject<HTMLElement | null>
  count: number
  rowHeight: number
  /** What is above the rows in the scrolled content. */
  before: number
  /** A row that stays rendered while it is out of sight, because it has the focus. */
  pinned: number
  initialOffset: number
}

const overscan = 10

/** A rendered row, and how far below the first one it is. */
export type VirtualRow = { index: number; top: number }

/** Chooses the rows to render of a long list: those in sight, some above and below, and the pinned one. */
export function useVirtualRows({ scroller, count, rowHeight, before, pinned, initialOffset }: Options) {
  'use no memo' // The virtualizer is one object that changes; its values are read anew in each render.
  const virtualizer = useVirtualizer({
    count,
    overscan,
    initialOffset,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingStart: before,
    scrollPaddingStart: before,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      const isExtra = pinned >= 0 && pinned < count && !inSight.includes(pinned)
      return isExtra ? [...inSight, pinned].sort((one, other) => one - other) : inSight
    },
  })
  return {
    rows: virtualizer.getVirtualItems().map(({ index, start }): VirtualRow => ({ index, top: start - before })),
    height: virtualizer.getTotalSize() - before,
    first: virtualizer.range?.startIndex ?? 0,
    last: virtualizer.range?.endIndex ?? 0,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  }
}
