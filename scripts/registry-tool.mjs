import { spawnSync } from 'node:child_process'

/**
 * Runs a tool that is no package of this project and returns the JSON that it prints, or undefined where the registry did not
 * provide it. The day lets in no later release of what the tool needs.
 */
export function askRegistryTool({ tool, before, command, cwd, env = {} }) {
  const install = ['--yes', '--ignore-scripts', '--fetch-retries=0', `--package=${tool}`, `--before=${before}`]
  const { stdout } = spawnSync('npm', ['exec', ...install, '--', ...command], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 240_000,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}
