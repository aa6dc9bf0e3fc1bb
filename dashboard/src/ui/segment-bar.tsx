const maxSegments = 24

/** Stripes, for what is reserved but not yet used. */
const hatched = 'bg-[repeating-linear-gradient(135deg,var(--accent-solid)_0_3px,var(--accent-border)_3px_6px)]'
const hatchedBeyond = 'bg-[repeating-linear-gradient(135deg,var(--warning-solid)_0_3px,var(--warning-border)_3px_6px)]'

type SegmentBarProps = { label: string; valueText: string; filled: number; hatching: number; total: number }

/** A meter in segments, or one bar when there are too many; the excess over the total is a warning. */
export function SegmentBar({ label, valueText, filled, hatching, total }: SegmentBarProps) {
  const taken = filled + hatching
  const drawn = Math.max(total, taken)
  const beyond = drawn - total
  const hatchingBeyond = Math.min(hatching, beyond)
  const filledBeyond = beyond - hatchingBeyond
  const parts = [
    { look: 'bg-accent', size: filled - filledBeyond },
    { look: hatched, size: hatching - hatchingBeyond },
    { look: 'bg-warning', size: filledBeyond },
    { look: hatchedBeyond, size: hatchingBeyond },
    { look: 'bg-track', size: drawn - taken },
  ].filter(({ size }) => size > 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element shows no segments.
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(total, taken)}
      aria-valuetext={valueText}
      className={`flex h-2 overflow-hidden rounded-xs ${drawn > maxSegments ? '' : 'gap-[3px]'}`}
    >
      {drawn > maxSegments
        ? parts.map(({ look, size }) => (
            <span key={look} className={look} style={{ width: `${(100 * size) / drawn}%` }} />
          ))
        : parts.flatMap(({ look, size }) =>
            Array.from({ length: size }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its position.
              <span key={`${look} ${index}`} className={`flex-1 rounded-xs ${look}`} />
            )),
          )}
    </div>
  )
}
