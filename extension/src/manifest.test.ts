import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

test('[X01] the manifest requests exactly the permissions listed here', () => {
  const { description: _text, ...requested } = manifest('https://app.loadping.example', '0.1.0')

  expect(requested).toEqual({
    manifest_version: 3,
    name: 'LoadPing',
    version: '0.1.0',
    homepage_url: 'https://app.loadping.example/',
    minimum_chrome_version: '120',
    icons: { '16': 'icons/on-16.png', '32': 'icons/on-32.png', '48': 'icons/on-48.png', '128': 'icons/on-128.png' },
    action: {
      default_title: 'LoadPing',
      default_popup: 'popup.html',
      default_icon: {
        '16': 'icons/off-16.png',
        '32': 'icons/off-32.png',
        '48': 'icons/off-48.png',
        '128': 'icons/off-128.png',
      },
    },
    background: { service_worker: 'background.js', type: 'module' },
    permissions: ['storage', 'scripting', 'alarms'],
    host_permissions: ['https://app.loadping.example/*'],
    optional_host_permissions: ['https://one.dat.com/*'],
    content_scripts: [
      {
        matches: ['https://app.loadping.example/*'],
        exclude_matches: ['https://app.loadping.example/demo-board/*', 'https://app.loadping.example/dev/*'],
        js: ['dashboard-bridge.js'],
        run_at: 'document_start',
      },
      { matches: ['https://app.loadping.example/demo-board/*'], js: ['load-board.js'], run_at: 'document_idle' },
    ],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src https://app.loadping.example; base-uri 'none'; form-action 'none'",
    },
  })
})
