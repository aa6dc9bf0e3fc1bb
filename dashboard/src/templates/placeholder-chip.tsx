/** A placeholder as the editor shows it; amber where its value may be missing. */
export const PlaceholderChip = ({ name, isMissing = false }: { name: string; isMissing?: boolean }) => (
  <span
    className={`inline-flex h-5 items-center rounded-xs border px-1 text-caption font-medium ${
      isMissing
        ? 'border-warning-border bg-warning-subtle text-warning-text'
        : 'border-accent-border bg-accent-subtle text-accent-text'
    }`}
  >
    {`{{${name}}}`}
  </span>
)
