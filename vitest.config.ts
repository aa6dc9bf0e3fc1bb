import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 60_000, hookTimeout: 120_000 }

/** Parts of the server that need no database of the run's own, so that another database changes nothing for them. */
const parts = [
  'server/src/integrations/**/*.test.ts',
  'server/src/{config,keys}.test.ts',
  'server/src/db/{embedded,disk-full}.test.ts',
  'server/src/stand-ins/mail-apis.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2, // one at a time is the default of a machine with two cores; much of the time is spent waiting for slow servers and killed processes
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], environment: 'node', ...patience } },
      {
        test: {
          name: 'house',
          include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: parts,
          environment: 'node',
          globalSetup: 'server/src/testing/database-server.ts',
          ...patience,
        },
      },
      { test: { name: 'parts', include: parts, environment: 'node', ...patience } },
      {
        test: {
          name: 'dashboard',
          include: ['dashboard/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          ...patience,
        },
      },
      {
        test: {
          name: 'extension',
          include: ['extension/src/**/*.test.ts', 'extension/*.test.ts'],
          environment: 'happy-dom',
          ...patience,
        },
      },
    ],
  },
})
