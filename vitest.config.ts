import { defineConfig } from 'vitest/config'

const patience = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], environment: 'node', ...patience } },
      { test: { name: 'house', include: ['scripts/**/*.test.ts', 'bench/**/*.test.ts'], environment: 'node', ...patience } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: 'server/src/testing/database-server.ts',
          ...patience,
        },
      },
      { test: { name: 'dashboard', include: ['dashboard/src/**/*.test.{ts,tsx}'], environment: 'happy-dom', ...patience } },
      { test: { name: 'extension', include: ['extension/src/**/*.test.ts', 'extension/*.test.ts'], environment: 'happy-dom', ...patience } },
    ],
  },
})
