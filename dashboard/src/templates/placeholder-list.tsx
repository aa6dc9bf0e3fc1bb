import { type Placeholder, placeholderTitles } from '@loadping/contract/rules/placeholder-titles'
import { Card } from '../ui/card.tsx'

const groups: [title: string, names: Placeholder[]][] = [
  ['Load', ['origin', 'dest', 'avail', 'ref', 'load']],
  ['Truck', ['truck', 'truckLocation', 'do', 'length', 'weight']],
  ['Numbers', ['rate', 'trip', 'tripDO']],
  ['Contact', ['company', 'email']],
  ['You', ['mc', 'dot', 'phone', 'myCompany', 'signature']],
]

/** All placeholders; a click inserts one at the cursor. */
export const PlaceholderList = ({ onInsert }: { onInsert: (placeholder: string) => void }) => (
  <Card title="Insert a placeholder" aside="Inserts at your cursor">
    <dl className="space-y-2.5 p-4">
      {groups.map(([title, names]) => (
        <div key={title} className="flex gap-4 max-sm:flex-col max-sm:gap-1.5">
          <dt className="w-20 shrink-0 pt-1 text-caption text-secondary">{title}</dt>
          <dd className="flex flex-wrap gap-1.5">
            {names.map((name) => (
              <button
                key={name}
                type="button"
                className="inline-flex h-7 items-center gap-1.5 rounded-sm border border-default bg-surface px-2 text-caption font-medium hover:bg-hover max-sm:h-9"
                onClick={() => onInsert(`{{${name}}}`)}
              >
                {name}
                {placeholderTitles[name].toLowerCase() !== name && (
                  <span className="font-normal text-muted">{placeholderTitles[name]}</span>
                )}
              </button>
            ))}
          </dd>
        </div>
      ))}
    </dl>
    <p className="border-t border-subtle px-4 py-3 text-caption text-secondary">
      Set your own ask: <code className="font-mono">{'{{rate:trip+8% to 5}}'}</code> is the posted rate plus 8 percent,
      rounded to $5. Also trip-50, trip*2.75, or 2400.
    </p>
  </Card>
)
