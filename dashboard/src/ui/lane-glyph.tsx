/** A lane in text, with an arrow that screen readers read as "to". */
export const Lane = ({ from, to }: { from: string; to: string }) => (
  <span>
    {from} <span aria-hidden="true">→</span>
    <span className="sr-only"> to </span> {to}
  </span>
)

/** The lane glyph, from an open dot to a filled green one, with a ping; for a road that leads nowhere it breaks off. */
export const BrokenLane = () => (
  <svg width="224" height="64" viewBox="0 0 224 64" fill="none" aria-hidden="true" className="max-w-full">
    <path d="M14 40c36 0 40-32 86-32" className="stroke-control" strokeWidth="2.5" strokeLinecap="round" />
    <path
      d="M116 8c18 0 24 32 58 32"
      className="stroke-control"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeDasharray="6 7"
    />
    <circle cx="9" cy="40" r="7" className="fill-canvas stroke-secondary" strokeWidth="2.5" />
    <circle cx="201" cy="40" r="21.5" className="stroke-accent-border" strokeWidth="2" />
    <circle cx="201" cy="40" r="13" className="stroke-accent" strokeWidth="2" opacity="0.7" />
    <circle cx="201" cy="40" r="5" className="fill-accent" />
  </svg>
)
