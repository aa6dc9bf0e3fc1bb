import { LayersPlus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'

/** Shown instead of a new template's editor when the plan's limit is reached. */
export const TemplateLimit = ({ limit }: { limit: number }) => (
  <>
    <PageHead title="New template" />
    <Card>
      <EmptyState
        icon={<LayersPlus size={24} strokeWidth={1.6} aria-hidden="true" />}
        title={`Your plan includes ${limit} templates`}
        text="You can keep using and editing the ones you have. To add another, upgrade your plan or delete one."
      >
        <Link to={paths.pricing} className={buttonStyle('primary')}>
          See plans
        </Link>
        <Link to={paths.templates} className={buttonStyle('secondary')}>
          My templates
        </Link>
      </EmptyState>
    </Card>
  </>
)
