import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { browserPath } from './e2e/browser-path.ts'

const executablePath = browserPath(process.env, existsSync)

/** Runs whole stories against the real product in this machine's browser. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  workers: 3, // more than two cores, because much of the time is spent waiting
  retries: process.env['CI'] ? 1 : 0, // scripts/count-tests.mjs prints what was repeated
  timeout: 480_000, // only a hang fails on a busy machine
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    launchOptions: { executablePath },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 30_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    video: 'off',
  },
})
