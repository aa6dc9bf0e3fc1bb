import { brand } from '@loadping/contract/brand'
import { Check, Mail, Star } from 'lucide-react'
import { Lane } from '../ui/lane-glyph.tsx'

const sampleRows = [
  { from: 'Joliet, IL', to: 'Dallas, TX', equipment: 'V', rpm: '$2.50', isSent: true },
  { from: 'Fresno, CA', to: 'Phoenix, AZ', equipment: 'R', rpm: '$3.20', isSent: false },
  { from: 'Kansas City, MO', to: 'Denver, CO', equipment: 'SD', rpm: '$2.80', isSent: false },
]

/** Shows the headline, a sample board, a testimonial and the ratings. */
export function Promo() {
  const { headline, tagline } = brand.signIn
  return (
    <>
      <Rings />
      <div className="relative">
        <p className="max-w-90 text-kpi">
          {headline.split(/(\S+ - \S+)/).map((part) => (
            <span key={part} className={part.includes(' - ') ? 'whitespace-nowrap' : ''}>
              {part}
            </span>
          ))}
        </p>
        <p className="mt-3 text-lead text-panel-secondary">{tagline}</p>
      </div>
      <SampleRows />
      <div className="relative">
        <Testimonial />
        <Ratings />
      </div>
    </>
  )
}

const Rings = () => (
  <svg
    viewBox="0 0 560 500"
    fill="none"
    aria-hidden="true"
    className="absolute inset-x-0 top-0 w-full stroke-panel-line"
  >
    <circle cx="500" cy="60" r="210" />
    <circle cx="500" cy="60" r="320" />
    <circle cx="500" cy="60" r="440" />
  </svg>
)

const SampleRows = () => (
  <table className="tabular-nums relative w-full overflow-hidden rounded-md bg-panel-sunken text-table ring-1 ring-panel-line">
    <caption className="sr-only">Sample rows of a load board</caption>
    <thead className="text-left text-caption text-panel-secondary">
      <tr className="[&>th]:h-8 [&>th]:px-3.5 [&>th]:font-normal">
        <th scope="col">Lane</th>
        <th scope="col" className="max-lg:hidden">
          Equip.
        </th>
        <th scope="col" className="text-right">
          RPM
        </th>
        <th scope="col">
          <span className="sr-only">Inquiry</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {sampleRows.map(({ from, to, equipment, rpm, isSent }) => (
        <tr
          key={from}
          className={`[&>td]:h-11 [&>td]:border-t [&>td]:border-panel-line [&>td]:px-3.5 ${isSent ? 'bg-panel-row' : ''}`}
        >
          <td>
            <Lane from={from} to={to} />
          </td>
          <td className="max-lg:hidden">{equipment}</td>
          <td className="text-right">{rpm}</td>
          <td className="w-22">
            <span
              className={`ml-auto flex h-6 w-fit items-center gap-1.5 rounded-xs px-2 text-caption font-medium ${isSent ? 'bg-panel-accent text-panel-sunken' : 'ring-1 ring-panel-line'}`}
            >
              {isSent ? (
                <Check size={14} strokeWidth={1.6} aria-hidden="true" />
              ) : (
                <Mail size={14} strokeWidth={1.6} aria-hidden="true" />
              )}
              {isSent ? 'Sent' : 'Email'}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function Testimonial() {
  const { quote, name, role, isSample } = brand.signIn.testimonial
  const initials = name.replace(/[^A-Z]/g, '')
  return (
    <figure>
      <blockquote className="text-[18px] leading-7">“{quote}”</blockquote>
      <figcaption className="mt-4 flex items-center gap-3">
        <span
          aria-hidden="true"
          className="flex size-10 items-center justify-center rounded-full bg-panel-avatar font-semibold"
        >
          {initials}
        </span>
        <span>
          <span className="block font-medium">
            {name}
            {isSample && <SampleMark />}
          </span>
          <span className="block text-table text-panel-secondary">{role}</span>
        </span>
      </figcaption>
    </figure>
  )
}

const Ratings = () => (
  <ul className="mt-7 flex gap-8 border-t border-panel-line pt-5">
    {brand.signIn.ratings.stores.map(({ store, stars }) => (
      <li key={store}>
        <span className="flex items-center gap-2">
          <strong className="text-[18px] font-semibold">{stars}</strong>
          <span aria-hidden="true" className="flex gap-0.5">
            {[1, 2, 3, 4, 5].map((star) => (
              <Star key={star} size={13} strokeWidth={0} className="fill-panel-star" />
            ))}
          </span>
          <span className="sr-only">of 5 stars</span>
        </span>
        <span className="text-table text-panel-secondary">
          {store}
          {brand.signIn.ratings.isSample && <SampleMark />}
        </span>
      </li>
    ))}
  </ul>
)

/** Marks content that the operator has not replaced yet. */
const SampleMark = () => (
  <span className="ml-2 rounded-xs px-1 text-caption font-normal text-panel-secondary ring-1 ring-panel-line">
    Sample
  </span>
)
