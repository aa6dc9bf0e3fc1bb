import { brand } from '@loadping/contract/brand'
import { Banner } from '../ui/banner.tsx'
import { PageHead } from '../ui/page-head.tsx'

export type Paragraph = { title: string; text: string }

/** Shows a legal text, marked as a sample. */
export const LegalText = ({ title, paragraphs }: { title: string; paragraphs: Paragraph[] }) => (
  <article className="mx-auto max-w-170">
    <title>{`${title} · ${brand.name}`}</title>
    <PageHead title={title} />
    <Banner title="This is a sample text.">The operator of this {brand.name} replaces it with their own.</Banner>
    {paragraphs.map((paragraph) => (
      <section key={paragraph.title} className="mt-6">
        <h2 className="font-semibold">{paragraph.title}</h2>
        <p className="mt-1 text-secondary">{paragraph.text}</p>
      </section>
    ))}
    <p className="mt-6 mb-4 text-secondary">
      Questions:{' '}
      <a href={`mailto:${brand.supportAddress}`} className="text-accent-text underline underline-offset-3">
        {brand.supportAddress}
      </a>
    </p>
  </article>
)
