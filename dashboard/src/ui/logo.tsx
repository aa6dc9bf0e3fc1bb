export const LogoMark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g className="stroke-accent-on" strokeLinecap="round" strokeLinejoin="round">
      <path d="M9.5 7.5v13a4 4 0 0 0 4 4H22" strokeWidth="3.2" />
      <path d="M18.4 9.4a5.8 5.8 0 0 1 5.8 5.8" strokeWidth="2.2" />
    </g>
    <circle cx="18.4" cy="15.2" r="2.4" className="fill-accent-on" />
  </svg>
)

/** The mark with the product's name beside it. */
export const Logo = ({ name, size = 24 }: { name: string; size?: number }) => (
  <span className="inline-flex items-center gap-2 text-lead font-semibold tracking-[-0.01em] text-primary">
    <LogoMark size={size} />
    {name}
  </span>
)
