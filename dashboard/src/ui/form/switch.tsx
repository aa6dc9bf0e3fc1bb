type SwitchProps = {
  label: string
  /** The id of what says more. */
  describedBy?: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** Turns something on or off at once; its label stands beside it. */
export const Switch = ({ label, describedBy, isOn, onChange }: SwitchProps) => (
  <label className="relative flex shrink-0 cursor-pointer items-center max-sm:min-h-11">
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      aria-describedby={describedBy}
      aria-checked={isOn}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
      className="peer sr-only"
    />
    <span
      aria-hidden="true"
      className="h-5 w-8 rounded-full bg-control transition-colors peer-checked:bg-accent peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus"
    />
    <span
      aria-hidden="true"
      className="pointer-events-none absolute left-0.5 size-4 rounded-full bg-surface transition-transform peer-checked:translate-x-3"
    />
  </label>
)
