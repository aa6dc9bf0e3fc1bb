import { brand } from '@loadping/contract/brand'
import { Link } from 'react-router'

const linkStyle =
  'text-secondary hover:text-primary hover:underline max-sm:inline-flex max-sm:min-h-9 max-sm:items-center'

export const Footer = ({ className = '' }: { className?: string }) => (
  <footer className={`flex flex-wrap items-center gap-x-5 gap-y-1 text-caption ${className}`}>
    <span className="text-muted">
      © {new Date().getFullYear()} {brand.name}
    </span>
    <Link to={brand.links.terms} className={linkStyle}>
      Terms & Conditions
    </Link>
    <Link to={brand.links.privacy} className={linkStyle}>
      Privacy Policy
    </Link>
  </footer>
)
