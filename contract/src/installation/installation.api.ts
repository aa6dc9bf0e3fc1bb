import { defineApi } from '../wire/endpoint.ts'
import { InstallationReport } from './installation.ts'

export const installationApi = defineApi({
  /** Only for `ADMINISTRATORS`; not found for others. */
  getInstallation: { access: 'user', method: 'GET', path: '/installation/report', response: InstallationReport },
})
