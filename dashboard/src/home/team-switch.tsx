import { useHasTeam } from './home.data.ts'

/** Chooses between the user's own figures and those of a team of several, for its managers. */
export const TeamSwitch = (props: { isTeam: boolean; onChoose: (isTeam: boolean) => void }) =>
  useHasTeam() && <Choice {...props} />

const Choice = ({ isTeam, onChoose }: { isTeam: boolean; onChoose: (isTeam: boolean) => void }) => (
  <fieldset className="flex rounded-sm bg-active p-0.5">
    <legend className="sr-only">Whose figures</legend>
    {[
      { label: 'Me', value: false },
      { label: 'Team', value: true },
    ].map(({ label, value }) => (
      <button
        key={label}
        type="button"
        aria-pressed={isTeam === value}
        onClick={() => onChoose(value)}
        className={`h-7 rounded-xs px-3 text-table max-sm:h-9 ${isTeam === value ? 'bg-surface font-medium text-primary shadow-card' : 'text-secondary hover:text-primary'}`}
      >
        {label}
      </button>
    ))}
  </fieldset>
)
