import { Navigate, Outlet } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'

/** Renders its routes for carriers and redirects brokers to the Dashboard. */
export const CarriersOnly = () => (useUserType() === 'broker' ? <Navigate to={paths.home} replace /> : <Outlet />)
