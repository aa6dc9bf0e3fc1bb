import { Outlet, useLocation, useNavigation } from 'react-router'
import { PageLoading } from './loading.tsx'

/** The page of this address; while the next one loads, a word that it does. */
export function PageOutlet() {
  const next = useNavigation().location?.pathname
  const { pathname } = useLocation()
  return next !== undefined && next !== pathname ? <PageLoading /> : <Outlet />
}
