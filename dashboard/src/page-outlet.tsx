import { Outlet, useLocation, useNavigation } from 'react-router'

/** Renders the page of the current route, or a loading text while the next page's code loads. */
export function PageOutlet() {
  const next = useNavigation().location?.pathname
  const { pathname } = useLocation()
  return next !== undefined && next !== pathname ? <PageLoading /> : <Outlet />
}

export const PageLoading = () => (
  <p role="status" className="p-10 text-center text-secondary">
    Loading...
  </p>
)
