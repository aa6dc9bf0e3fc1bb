import type { Template } from '@loadping/contract/templates/templates'
import { Copy } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyValue } from '../../ui/figure.tsx'
import { MessageFrame } from '../../ui/message-frame.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { PlaceholderText } from '../placeholder-text.tsx'
import { useDuplicateTemplate } from '../template-changes.data.ts'

/** A teammate's template: to read, and to copy for changes of one's own. */
export function SharedTemplate({ template, sharedBy }: { template: Template; sharedBy: string }) {
  const { id, name, subject, cc, template: body } = template
  const { mutate, isPending } = useDuplicateTemplate()
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={name} context={`Shared by ${sharedBy}. Copy it to make changes of your own.`}>
        <Link to={paths.templates} className={buttonStyle('secondary')}>
          My templates
        </Link>
        <Button
          variant="primary"
          icon={<Copy size={16} strokeWidth={1.6} aria-hidden="true" />}
          isLoading={isPending}
          onPress={() => mutate(id, { onSuccess: (copy) => void navigate(paths.template(copy.id)) })}
        >
          Copy to my templates
        </Button>
      </PageHead>
      <Card>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-b border-subtle px-4 py-3 text-table">
          <dt className="text-secondary">Subject</dt>
          <dd className="min-w-0 wrap-anywhere">{subject ? <PlaceholderText text={subject} /> : <EmptyValue />}</dd>
          {cc.length > 0 && (
            <>
              <dt className="text-secondary">Cc</dt>
              <dd className="min-w-0 wrap-anywhere">{cc.join(', ')}</dd>
            </>
          )}
        </dl>
        <MessageFrame html={body} className="h-100" />
      </Card>
    </>
  )
}
