import { isPage } from '@loadping/contract/pages'
import { Link } from 'react-router'
import { parseSpans, type Span } from './help-text.ts'

const linkStyle = 'text-accent-text underline underline-offset-3 wrap-anywhere'

/** A text of a help page: what the product prints stands out, and its pages are links. */
export const HelpSpans = ({ children }: { children: string }) =>
  parseSpans(children).map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a span is its position.
    <HelpSpan key={index} span={span} />
  ))

function HelpSpan({ span }: { span: Span }) {
  if (span.kind === 'text') return span.text
  if (span.kind === 'words') return <strong className="font-semibold text-primary">{span.text}</strong>

  const { text, path } = span
  const [page = ''] = path.split('#')
  if (isPage(page))
    return (
      <Link to={path} className={linkStyle}>
        {text}
      </Link>
    )
  return (
    <a href={path} className={linkStyle} {...(path.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}>
      {text}
    </a>
  )
}
