import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { PageOutlet } from '../page-outlet.tsx'
import { Footer } from './footer.tsx'
import { isMapPage } from './navigation.ts'

type FrameProps = { sidebar: ReactNode; topBar: ReactNode; banner?: ReactNode; bottomBar?: ReactNode }

/** Lays out a scrolling page of at most 1300 px, or the load page, which has neither footer nor bottom bar. */
export function Frame({ sidebar, topBar, banner, bottomBar }: FrameProps) {
  const { pathname } = useLocation()
  const isMap = isMapPage(pathname)
  const scroller = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)

  // Before the effects of the page itself, which may scroll and focus what its address names.
  useLayoutEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    scroller.current?.scrollTo(0, 0)
    const isElsewhere = !document.activeElement?.closest('main, [role="dialog"], [role="alertdialog"]')
    if (isElsewhere) page.current?.focus({ preventScroll: true })
  }, [pathname])

  return (
    <div className="flex h-dvh print:block print:h-auto">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-raised focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <div className="contents print:hidden">{sidebar}</div>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="contents print:hidden">
          {topBar}
          {banner}
        </div>
        <div ref={scroller} data-scroller className="relative flex-1 overflow-y-auto print:overflow-visible">
          <div className={`flex min-h-full flex-col ${isMap ? '' : 'mx-auto max-w-[1300px] px-6 pt-6 max-md:px-4'}`}>
            <main ref={page} id="content" tabIndex={-1} className={`flex-1 outline-none ${isMap ? '' : 'pb-6'}`}>
              <PageOutlet />
            </main>
            {!isMap && <Footer className="h-12 max-sm:hidden print:hidden" />}
          </div>
        </div>
        {!isMap && <div className="contents print:hidden">{bottomBar}</div>}
      </div>
    </div>
  )
}
