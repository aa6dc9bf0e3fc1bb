import { equipmentClassNames } from '@loadping/contract/boards/equipment'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useTemplate } from '../templates.data.ts'

const StandardDialog = lazyPart(async () => (await import('../standard-dialog.tsx')).StandardDialog)

/** What a saved template is the standard for, and the way to change it. It is no part of the text that Save saves. */
export function StandardLine({ id }: { id: string }) {
  const template = useTemplate(id)
  const [isChoosing, setChoosing] = useState(false)
  const { equipment = [] } = template
  return (
    <div className="-mx-4 mt-4 -mb-4 flex items-center justify-between gap-3 border-t border-subtle px-4 py-2.5">
      <p className="min-w-0 text-table">
        <span className="mr-2 font-medium max-sm:block">Standard for equipment</span>
        <span className="text-secondary">
          {equipment.map((each) => equipmentClassNames[each]).join(', ') || 'None'}
        </span>
      </p>
      <Button size="sm" aria-label="Change standard for equipment" onPress={() => setChoosing(true)}>
        Change
      </Button>
      {isChoosing && <StandardDialog template={template} onClose={() => setChoosing(false)} />}
    </div>
  )
}
