/** A dash for a missing value. */
export const EmptyValue = () => (
  <span className="text-muted">
    <span aria-hidden="true">—</span>
    <span className="sr-only">not available</span>
  </span>
)
