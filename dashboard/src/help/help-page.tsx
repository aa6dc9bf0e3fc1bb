import { brand } from '@loadping/contract/brand'
import { ArrowLeft, Printer } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { PageHead } from '../ui/page-head.tsx'
import { helpGroups } from './help-groups.ts'
import { Part } from './help-parts.tsx'
import { HelpSpans } from './help-spans.tsx'
import { type HelpName, helpPage } from './pages.ts'
import { helpTexts } from './texts.ts'

/** One help page beside the list of all. */
export function HelpPage({ asked }: { asked: string }) {
  const name = helpGroups.flatMap(({ names }) => names).find((known) => known === asked)
  if (name === undefined) return <NoSuchPage />

  const { title } = helpPage(name)
  const { intro, parts } = helpTexts[name]
  return (
    <div className="mx-auto grid max-w-[1040px] grid-cols-[232px_minmax(0,1fr)] gap-12 max-md:grid-cols-1 print:block">
      <title>{`${title} · ${brand.name}`}</title>
      <nav aria-label="Help pages" className="sticky top-0 self-start max-md:hidden print:hidden">
        <PageList current={name} />
      </nav>
      <article key={name} className="max-w-170 min-w-0">
        <Link
          to={paths.help}
          className="mb-3 inline-flex items-center gap-1.5 text-table text-secondary hover:text-primary max-sm:min-h-11 md:hidden print:hidden"
        >
          <ArrowLeft size={16} strokeWidth={1.6} aria-hidden="true" />
          All help pages
        </Link>
        <PageHead title={title}>
          <span className="max-sm:hidden print:hidden">
            <Button icon={<Printer size={16} strokeWidth={1.6} aria-hidden="true" />} onPress={() => window.print()}>
              Print
            </Button>
          </span>
        </PageHead>
        <p className="text-lead text-secondary">
          <HelpSpans>{intro}</HelpSpans>
        </p>
        {parts.map((part) => (
          <Part key={part.title} part={part} />
        ))}
        <p className="mt-10 border-t border-subtle pt-4 text-table text-secondary">
          Not answered?{' '}
          <a href={paths.supportEmail(title)} className="text-accent-text underline underline-offset-3">
            Write to us
          </a>
          <span className="print:hidden">
            , or look at{' '}
            <Link to={paths.help} className="text-accent-text underline underline-offset-3">
              all help pages
            </Link>
          </span>
          .
        </p>
      </article>
    </div>
  )
}

const NoSuchPage = () => (
  <div className="mx-auto max-w-170">
    <title>{`Help · ${brand.name}`}</title>
    <PageHead title="No such help page" context="It may have moved, or the link has a typo." />
    <Link to={paths.help} className={buttonStyle('primary')}>
      All help pages
    </Link>
  </div>
)

const PageList = ({ current }: { current: HelpName }) => (
  <>
    <Link to={paths.help} className="flex h-8 items-center rounded-sm px-3 font-semibold hover:bg-hover">
      Help
    </Link>
    {helpGroups.map(({ title, names }) => (
      <section key={title} aria-label={title} className="mt-4">
        <h2 className="px-3 pb-1 text-caption font-medium text-secondary">{title}</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <Link
                to={helpPage(name).path}
                aria-current={name === current ? 'page' : undefined}
                className={`block rounded-sm px-3 py-1.5 text-table ${name === current ? 'bg-selected font-medium text-accent-text' : 'text-secondary hover:bg-hover hover:text-primary'}`}
              >
                {helpPage(name).title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </>
)
