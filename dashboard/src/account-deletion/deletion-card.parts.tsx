import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const DeletionDialog = lazyPart(async () => (await import('./deletion-dialog.tsx')).DeletionDialog, null)

/** Offers to delete the account; the dialog says what that means before anything happens. */
export function DeletionCard() {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="Delete my account">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-60 flex-1 text-table text-secondary">
          Everything you have here is deleted a week later. Until then you can change your mind.
        </p>
        <Button variant="danger" onPress={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {isAsking && <DeletionDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}
