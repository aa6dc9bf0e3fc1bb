import { useParams } from 'react-router'
import { HelpIndex } from './help-index.tsx'
import { HelpPage } from './help-page.tsx'

/** The help page that the address names, or all of them. */
export function HelpScreen() {
  const { name } = useParams()
  return name === undefined ? <HelpIndex /> : <HelpPage asked={name} />
}
