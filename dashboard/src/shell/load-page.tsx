import { LoadScreen } from '../loads/page/load-screen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const BookLoad = lazyPart(async () => (await import('../truck-board/book-load.parts.tsx')).BookLoad)

/** The page of a load, which books trucks as their own page does: that page is made of parts of this one's feature. */
export const LoadPage = () => <LoadScreen BookLoad={BookLoad} />
