import { brand } from '@loadping/contract/brand'
import { devPaths } from '@loadping/contract/extension-bridge'
import { boards } from './boards/boards.ts'

/** Returns the MV3 manifest for one dashboard. Its optional hosts come from the boards. */
export function manifest(dashboardOrigin: string, version: string): chrome.runtime.ManifestV3 {
  return {
    manifest_version: 3,
    name: brand.name,
    version,
    description: 'One click on a load sends a templated inquiry from your own mailbox.',
    homepage_url: `${dashboardOrigin}/`,
    minimum_chrome_version: '120',
    icons: icons('on'),
    action: { default_title: brand.name, default_popup: 'popup.html', default_icon: icons('off') },
    background: { service_worker: 'background.js', type: 'module' },
    permissions: ['storage', 'scripting', 'alarms'],
    host_permissions: [`${dashboardOrigin}/*`],
    optional_host_permissions: boards.flatMap(({ matches }) => matches),
    content_scripts: [
      {
        matches: [`${dashboardOrigin}/*`],
        exclude_matches: [`${dashboardOrigin}${devPaths.demoBoard}*`, `${dashboardOrigin}${devPaths.dev}*`],
        js: ['dashboard-bridge.js'],
        run_at: 'document_start',
      },
      { matches: [`${dashboardOrigin}${devPaths.demoBoard}*`], js: ['load-board.js'], run_at: 'document_idle' },
    ],
    content_security_policy: {
      extension_pages: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src ${dashboardOrigin}; base-uri 'none'; form-action 'none'`,
    },
  }
}

/** The toolbar icon: green while the user is signed in, else gray. */
export const icons = (state: 'on' | 'off'): Record<'16' | '32' | '48' | '128', string> => ({
  '16': `icons/${state}-16.png`,
  '32': `icons/${state}-32.png`,
  '48': `icons/${state}-48.png`,
  '128': `icons/${state}-128.png`,
})
