import { installationApi } from '@loadping/contract/installation/installation.api'
import { implement } from '../http/implement.ts'
import { getInstallation } from './installation.service.ts'

export const installationRoutes = implement(installationApi, { getInstallation: (ctx) => getInstallation(ctx) })
