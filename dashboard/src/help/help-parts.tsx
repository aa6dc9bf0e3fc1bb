import { HelpSpans } from './help-spans.tsx'
import type { HelpPart } from './help-text.ts'
import { Picture } from './picture.tsx'

/** One part of a help page: what to do, and how it looks. */
export const Part = ({ part: { title, text, steps, points, scene, picture } }: { part: HelpPart }) => (
  <section className="mt-8 break-inside-auto">
    <h2 className="text-lead font-semibold">{title}</h2>
    {text?.map((paragraph) => (
      <p key={paragraph} className="mt-2 text-secondary">
        <HelpSpans>{paragraph}</HelpSpans>
      </p>
    ))}
    {steps && (
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-3 text-secondary">
            <span
              aria-hidden="true"
              className="tabular-nums flex size-6 shrink-0 items-center justify-center rounded-full border border-control text-micro text-primary"
            >
              {index + 1}
            </span>
            <p className="min-w-0 pt-0.5">
              <HelpSpans>{step}</HelpSpans>
            </p>
          </li>
        ))}
      </ol>
    )}
    {points && (
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-secondary marker:text-muted">
        {points.map((point) => (
          <li key={point}>
            <HelpSpans>{point}</HelpSpans>
          </li>
        ))}
      </ul>
    )}
    {scene && picture && <Picture scene={scene} shows={picture} />}
  </section>
)
