import { defineConfig } from 'vitest/config'
import { compileCache } from './server/src/testing/spawned-product.ts'

process.env['NODE_COMPILE_CACHE'] ??= compileCache // workers inherit it

/** Long enough for a machine that is four times slower, and for goals at their full size. */
const timeouts = { testTimeout: process.env['GOALS'] === 'full' ? 3_600_000 : 180_000, hookTimeout: 300_000 }

/** Modules are imported as Node does, which takes an eighth less than Vite's own way. */
const asNode = { experimental: { viteModuleRunner: false } }

/** Makes what tests of the real product start with. */
const preparedData = 'server/src/testing/prepared-data.ts'

/** Server tests that do not use the shared test database. */
const unitTests = [
  'server/src/integrations/**/*.test.ts',
  'server/src/{choose-integrations,config,keys,log,product,product-failures}.test.ts',
  'server/src/db/{embedded,disk-full}.test.ts',
  'server/src/stand-ins/mail-apis.test.ts',
  'server/src/stand-ins/stripe/*.test.ts',
]

/** Server tests that only repeat statements of others: HTTP, stand-ins, races, stops, random histories, PgBouncer. */
const repeating = process.env['STATEMENTS_ONLY']
  ? [
      '**/http/**',
      '**/stand-ins/**',
      '**/*-races.test.ts',
      '**/restarts.test.ts',
      '**/histories.test.ts',
      '**/pooler.test.ts',
    ]
  : []

export default defineConfig({
  test: {
    // More than two cores, because much of the time is spent waiting for slow servers and killed processes.
    maxWorkers: 3,
    maxConcurrency: 50, // concurrent tests only wait
    silent: 'passed-only', // tests of failures log errors on purpose
    projects: [
      {
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'], environment: 'node', ...asNode, ...timeouts },
      },
      {
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          globalSetup: preparedData,
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: [...unitTests, ...repeating],
          environment: 'node',
          ...asNode,
          isolate: false, // files in one worker share the server's compiled modules; each still has its own database
          globalSetup: ['server/src/testing/database-server.ts', preparedData],
          setupFiles: 'server/src/testing/run-cleanups.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'server-units',
          include: unitTests,
          environment: 'node',
          ...asNode,
          globalSetup: preparedData,
          setupFiles: 'server/src/testing/run-cleanups.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'dashboard',
          include: ['dashboard/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false, // files in one worker share React, the window and other libraries, not our own modules
          setupFiles: 'dashboard/src/testing/setup-tests.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'extension',
          include: ['extension/src/**/*.test.ts', 'extension/*.test.ts'],
          environment: 'happy-dom',
          isolate: false, // as in the dashboard
          ...timeouts,
        },
      },
    ],
  },
})
