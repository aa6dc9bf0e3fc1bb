type Tone = 'accent' | 'warning' | 'danger'

const fills: Record<Tone, string> = { accent: 'bg-accent', warning: 'bg-warning', danger: 'bg-danger' }

/** A progress bar with a text for its value; `percent` is clamped to 0 to 100. */
export function ProgressBar({
  label,
  percent,
  valueText,
  tone = 'accent',
}: {
  label: string
  percent: number
  valueText: string
  tone?: Tone
}) {
  const width = Math.min(100, Math.max(0, percent))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(width)}
      aria-valuetext={valueText}
      data-tone={tone}
      className="h-1.5 overflow-hidden rounded-full bg-track"
    >
      <div className={`h-full rounded-full ${fills[tone]}`} style={{ width: `${width}%` }} />
    </div>
  )
}

/** The progress bar of an operation of unknown length. */
export const IndeterminateBar = ({ label }: { label: string }) => (
  <div
    role="progressbar"
    aria-label={label}
    className="relative h-1 w-60 max-w-full overflow-hidden rounded-full bg-track"
  >
    <div className="indeterminate absolute h-full w-[38%] rounded-full bg-accent" />
  </div>
)
