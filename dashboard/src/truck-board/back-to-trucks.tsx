import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'

/** The way back to the board, above the title of a page about it. */
export const BackToTrucks = () => (
  <Link
    to={paths.trucks}
    className="mb-1 inline-flex items-center gap-1.5 text-table text-secondary hover:text-primary print:hidden"
  >
    <ArrowLeft size={14} strokeWidth={1.6} aria-hidden="true" />
    Trucks
  </Link>
)
