/** A gray place for what is still on its way; it appears late, so that a quick answer never flashes. */
export const Skeleton = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={`late block rounded-xs bg-active ${className}`} />
)
