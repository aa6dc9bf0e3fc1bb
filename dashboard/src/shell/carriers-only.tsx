import { Navigate, Outlet } from 'react-router'
import { useUserType } from '../account/account.data.ts'
import { paths } from '../paths.ts'

/** Lets carriers through; brokers go to the Dashboard. */
export const CarriersOnly = () => (useUserType() === 'broker' ? <Navigate to={paths.home} replace /> : <Outlet />)
