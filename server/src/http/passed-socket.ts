import { settingError } from '../startup-error.ts'

/** The number of the first descriptor that a service manager passes. */
const firstPassed = 3

/**
 * Returns the descriptor of a socket that a service manager listens on for this process, and that stays open while the
 * process restarts (`sd_listen_fds`). Throws if there are several.
 */
export function findPassedSocket(env: NodeJS.ProcessEnv): number | undefined {
  if (env['LISTEN_PID'] !== String(process.pid)) return undefined // none, or another process's
  if (env['LISTEN_FDS'] === '1') return firstPassed
  throw settingError('LISTEN_FDS must be 1: the socket unit may have one ListenStream.')
}
