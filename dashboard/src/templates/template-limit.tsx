import { LayersPlus } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/page-head.tsx'

/** Stands where a new template would be written, when the plan holds no more of them. */
export const TemplateLimit = ({ limit }: { limit: number }) => (
  <>
    <PageHead title="New template" />
    <Card>
      <EmptyState
        icon={<LayersPlus size={24} strokeWidth={1.6} aria-hidden="true" />}
        title={`Your plan holds ${limit} templates`}
        text="All that you have stay, and you can go on using and changing them. To add another one, upgrade your plan or delete one."
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
