import { afterAll } from 'vitest'
import { runCleanups } from './after-file.ts'

// A setup file runs for every test file; the modules that it shares with others run once in each worker.
afterAll(runCleanups)
