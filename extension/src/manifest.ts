import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { devPaths } from '@loadping/contract/extension/extension-bridge'
import { openValues } from '@loadping/contract/extension/extension-owner'
import { pages } from '@loadping/contract/pages'
import { disclosure, firefoxData } from './access/disclosure.ts'
import { boards } from './boards/boards.ts'

/** Firefox 140 is the first that shows an extension's data collection before it is installed. */
const minimumFirefox = '140.0'

/** Returns the MV3 manifest for one browser, with its owner's values open. Its optional hosts come from the boards. */
export function manifest(browser: ExtensionBrowser, version: string) {
  const dashboard = browser === 'firefox' ? openValues.originWithoutPort : openValues.origin // the scripts compare the origin
  return {
    manifest_version: 3,
    name: openValues.name,
    version,
    description: disclosure.summary,
    homepage_url: `${openValues.origin}/`,
    icons: icons('on'),
    action: { default_title: openValues.name, default_popup: 'popup.html', default_icon: icons('off') },
    permissions: ['storage', 'scripting', 'alarms'],
    host_permissions: [`${dashboard}/*`],
    optional_host_permissions: boards.flatMap(({ matches }) => matches),
    content_scripts: [
      {
        matches: [`${dashboard}/*`],
        exclude_matches: [`${dashboard}${devPaths.demoBoard}*`, `${dashboard}${devPaths.dev}*`],
        js: ['dashboard-bridge.js'],
        run_at: 'document_start',
      },
      {
        matches: [`${dashboard}${devPaths.demoBoard}*`, `${dashboard}${pages.practice}*`],
        js: ['load-board.js'],
        run_at: 'document_idle',
      },
    ],
    content_security_policy: {
      extension_pages: `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src ${openValues.origin}; base-uri 'none'; form-action 'none'`,
    },
    ...(browser === 'firefox' ? firefoxKeys() : chromiumKeys),
  }
}

const chromiumKeys = {
  minimum_chrome_version: '120',
  background: { service_worker: 'background.js', type: 'module' },
}

/** Firefox has no service workers for extensions; its event page ends and starts again in the same way. */
const firefoxKeys = () => ({
  background: { scripts: ['background.js'], type: 'module' },
  browser_specific_settings: {
    gecko: {
      id: openValues.firefoxId,
      strict_min_version: minimumFirefox,
      data_collection_permissions: firefoxData(),
    },
    gecko_android: { strict_min_version: '142.0' }, // the first there that knows data_collection_permissions
  },
})

/** The toolbar icon: green while the user is signed in, else gray. */
export const icons = (state: 'on' | 'off'): Record<'16' | '32' | '48' | '128', string> => ({
  '16': `icons/${state}-16.png`,
  '32': `icons/${state}-32.png`,
  '48': `icons/${state}-48.png`,
  '128': `icons/${state}-128.png`,
})
