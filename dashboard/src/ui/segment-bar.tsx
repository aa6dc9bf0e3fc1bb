const mostSegments = 24

/** In stripes, for what is taken but not there yet. */
const hatched = 'bg-[repeating-linear-gradient(135deg,var(--accent-solid)_0_3px,var(--accent-border)_3px_6px)]'

type SegmentBarProps = { label: string; valueText: string; filled: number; hatching: number; total: number }

/** How much of a whole is taken, in segments, or as one bar when there would be too many. */
export const SegmentBar = ({ label, valueText, filled, hatching, total }: SegmentBarProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a meter element shows no segments.
  <div
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.min(total, filled + hatching)}
    aria-valuetext={valueText}
    className={`flex h-2 overflow-hidden rounded-xs ${total > mostSegments ? 'bg-track' : 'gap-[3px]'}`}
  >
    {total > mostSegments ? (
      <>
        <span className="bg-accent" style={{ width: `${(100 * filled) / total}%` }} />
        <span className={hatched} style={{ width: `${(100 * hatching) / total}%` }} />
      </>
    ) : (
      Array.from({ length: total }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place.
        <span key={index} className={`flex-1 rounded-xs ${index < filled ? 'bg-accent' : index < filled + hatching ? hatched : 'bg-track'}`} />
      ))
    )}
  </div>
)
