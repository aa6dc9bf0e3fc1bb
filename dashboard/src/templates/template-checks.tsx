import type { Draft } from './draft.ts'
import { Preview } from './preview.tsx'

type TemplateChecksProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; hasErrors: boolean }

/** The right column of the editor: what a broker gets. */
export const TemplateChecks = ({ draft, hasErrors }: TemplateChecksProps) => (
  <Preview draft={draft} hasErrors={hasErrors} />
)
