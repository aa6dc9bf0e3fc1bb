/** A gray placeholder for content that loads; delayed, so that a quick response never flashes. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`delayed-appear block rounded-xs bg-active ${className}`} />
)
