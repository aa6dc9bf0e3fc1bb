import { brokerDefaultTemplate, carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { Mail, Plus, Upload } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useUserType } from '../../account/account.data.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { useAddTemplate } from '../template-changes.data.ts'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

/** What a list without templates shows: how to get the first one. */
export function NoTemplates({ onImport }: { onImport: () => void }) {
  const { mutate, isPending } = useAddTemplate()
  const navigate = useNavigate()
  const text = useUserType() === 'broker' ? brokerDefaultTemplate : carrierDefaultTemplate

  function addDefaultText() {
    mutate({ ...text, cc: [], labels: [] }, { onSuccess: ({ id }) => void navigate(paths.template(id)) })
  }

  return (
    <Card>
      <EmptyState
        icon={<Mail size={24} strokeWidth={1.6} aria-hidden="true" />}
        title="Write the email once"
        text={
          <>
            Placeholders such as <Placeholder>origin</Placeholder> <Placeholder>dest</Placeholder>{' '}
            <Placeholder>rate</Placeholder> fill in from the load you click. Start with the Default text or a blank
            page.
          </>
        }
      >
        <Button variant="primary" icon={<Plus {...icon} />} isLoading={isPending} onPress={addDefaultText}>
          Use the Default text
        </Button>
        <Link to={paths.newTemplate} className={buttonStyle('secondary')}>
          Blank template
        </Link>
        <Button variant="ghost" icon={<Upload {...icon} />} onPress={onImport}>
          Import
        </Button>
      </EmptyState>
    </Card>
  )
}

const Placeholder = ({ children }: { children: string }) => (
  <code className="rounded-xs border border-accent/30 bg-accent-subtle px-1 font-sans text-caption font-medium text-accent-text">
    {`{{${children}}}`}
  </code>
)
