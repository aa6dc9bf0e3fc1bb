import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExtensionBrowser } from '@loadping/contract/extension/extension.api'
import { fillOpenValues } from '@loadping/contract/extension/extension-owner'
import { expect, test } from 'vitest'
import { disclosure, permissionReasons } from './access/disclosure.ts'
import { boards } from './boards/boards.ts'
import { manifest as openManifest } from './manifest.ts'

const origin = 'https://app.loadping.example'

/** The manifest as an owner gets it. */
function manifest(browser: ExtensionBrowser, at: string, version: string): ReturnType<typeof openManifest> {
  const owner = { origin: at, name: 'LoadPing', firefoxId: 'extension@loadping.example' }
  return JSON.parse(fillOpenValues('manifest.json', JSON.stringify(openManifest(browser, version)), owner))
}

test('[X01] [D11.1] the manifest requests exactly the permissions listed here', () => {
  const { description: _text, optional_host_permissions: hosts, ...requested } = manifest('chrome', origin, '0.1.0')

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
    content_scripts: [
      {
        matches: ['https://app.loadping.example/*'],
        exclude_matches: ['https://app.loadping.example/demo-board/*', 'https://app.loadping.example/dev/*'],
        js: ['dashboard-bridge.js'],
        run_at: 'document_start',
      },
      {
        matches: ['https://app.loadping.example/demo-board/*', 'https://app.loadping.example/practice-board*'],
        js: ['load-board.js'],
        run_at: 'document_idle',
      },
    ],
    content_security_policy: {
      extension_pages:
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src https://app.loadping.example; base-uri 'none'; form-action 'none'",
    },
  })
  expect(hosts).toEqual(boards.flatMap(({ matches }) => matches))
  expect(hosts).toContain('https://one.dat.com/*')
  for (const host of hosts) expect(host).toMatch(/^https:\/\/(\*\.)?[a-z.]+\/\*$/)
})

test('[X11] [D11.1] Edge gets the same manifest, and Firefox its id, version, data collection and event page', () => {
  const [chrome, edge, firefox] = (['chrome', 'edge', 'firefox'] as const).map((browser) =>
    manifest(browser, origin, '0.1.0'),
  )

  expect(edge).toEqual(chrome)
  expect(firefox).toEqual({
    ...Object.fromEntries(Object.entries(chrome ?? {}).filter(([name]) => name !== 'minimum_chrome_version')),
    background: { scripts: ['background.js'], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: 'extension@loadping.example',
        strict_min_version: '140.0',
        data_collection_permissions: {
          required: ['authenticationInfo', 'personallyIdentifyingInfo', 'websiteContent', 'personalCommunications'],
          optional: ['technicalAndInteraction'],
        },
      },
      gecko_android: { strict_min_version: '142.0' },
    },
  })
})

test("[X11] Firefox's patterns name no port, which it does not know", () => {
  const { host_permissions, content_scripts, content_security_policy } = manifest(
    'firefox',
    'http://127.0.0.1:8080',
    '0.1.0',
  )

  expect(host_permissions).toEqual(['http://127.0.0.1/*'])
  expect(JSON.stringify(content_scripts)).not.toContain('8080')
  expect(content_security_policy.extension_pages).toContain('connect-src http://127.0.0.1:8080;')
})

test('[X01] every permission has its reason, and the manifest says what the notice says', () => {
  const { permissions, description } = manifest('chrome', origin, '0.1.0')

  expect(Object.keys(permissionReasons)).toEqual([...permissions, 'dashboard', 'boards'])
  expect(description).toBe(disclosure.summary)
})

test('[X11] the page about using the product says what differs in Firefox', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/using.md'), 'utf8')
  const chrome = manifest('chrome', origin, '0.1.0')
  const firefox = manifest('firefox', origin, '0.1.0')
  const versionOf = (built: object) =>
    /"(?:minimum_chrome_version|strict_min_version)":"(\d+)/.exec(JSON.stringify(built))?.[1]
  const keys = (built: object) => Object.keys(built).sort()

  expect(page).toContain(`| From version | ${versionOf(chrome)} | ${versionOf(firefox)} |`)
  expect(page).toMatch(/\| a service worker \| an event page/)
  expect([keys(chrome.background), keys(firefox.background)]).toEqual([
    ['service_worker', 'type'],
    ['scripts', 'type'],
  ])
  expect(page).toMatch(/Counts .* \| sent \| sent unless you refuse technical data/)
  expect(JSON.stringify(firefox)).toContain('"optional":["technicalAndInteraction"]')
})
