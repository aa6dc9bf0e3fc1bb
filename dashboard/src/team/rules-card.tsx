import type { TeamRules } from '@loadping/contract/team/team-rules'
import { useId } from 'react'
import { Card } from '../ui/card.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { useSaveRules } from './team.data.ts'

const texts: Record<keyof TeamRules, [label: string, text: string]> = {
  allowsSave: [
    'Save loads',
    'When off, boards show no Save, and My loads takes only loads that were emailed or called.',
  ],
  allowsPhones: [
    'Phone numbers',
    'When off, the phone number of a posting is neither sent nor stored; its comments may have one. Calls still count.',
  ],
}
const names = Object.keys(texts) as (keyof TeamRules)[] // it has exactly these keys

/** What the team's members may do with postings; managers change it. */
export function RulesCard({ rules, isManager }: { rules: TeamRules; isManager: boolean }) {
  const change = useSaveRules()
  const shown = change.isPending ? change.variables : rules
  return (
    <Card className="mt-4 max-sm:mt-3">
      <div className="border-b border-subtle px-4 py-3">
        <h2 className="font-semibold">Rules on load boards</h2>
        <p className="text-caption text-secondary">
          {isManager
            ? 'They apply to everyone in the team within seconds. What was stored before stays.'
            : 'Your managers set them for everyone in the team.'}
        </p>
      </div>
      <ul>
        {names.map((name) => (
          <Rule
            key={name}
            name={name}
            isOn={shown[name]}
            {...(isManager && { onChange: (isOn: boolean) => change.mutate({ ...shown, [name]: isOn }) })}
          />
        ))}
      </ul>
    </Card>
  )
}

type RuleProps = { name: keyof TeamRules; isOn: boolean; onChange?: (isOn: boolean) => void }

function Rule({ name, isOn, onChange }: RuleProps) {
  const id = useId()
  const [label, text] = texts[name]
  return (
    <li className="flex items-center justify-between gap-4 border-b border-subtle px-4 py-2.5 text-table last:border-0">
      <div className="min-w-0">
        <p className="font-medium">{label}</p>
        <p id={id} className="text-caption text-secondary">
          {text}
        </p>
      </div>
      {onChange ? (
        <Switch label={label} describedBy={id} isOn={isOn} onChange={onChange} />
      ) : (
        <span className="shrink-0 font-medium">{isOn ? 'On' : 'Off'}</span>
      )}
    </li>
  )
}
