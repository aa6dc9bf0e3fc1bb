import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')

/** A block of commands in a page. Its kind says whether tests run it, or that it sets what the reader changes. */
type CommandBlock = { kind: string; text: string }

/** Lists the blocks of commands of a page, in their order. */
function listCommandBlocks(page: string): CommandBlock[] {
  const text = readFileSync(join(root, 'docs', page), 'utf8')
  const blocks = text.matchAll(/^( *)```sh *(.*)\n([\s\S]*?)^ *```$/gm)
  return [...blocks].map(([, indent = '', kind = '', lines = '']) => ({
    kind,
    text: lines.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }))
}

export type Machine = {
  /** Runs the blocks of a page that can be run here, in one root shell. Throws with the output of the one that fails. */
  run: (page: string, values?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

/** What an installation writes, in the order in which it is hidden. */
const places = ['etc', 'opt', 'root', 'usr/local/sbin', 'var/lib', 'var/backups', 'tmp']

/**
 * Gives a root shell for which the folders that an installation writes are empty, its home too, and which nobody else sees. The
 * service listens on `port` in place of 8080.
 */
export function openMachine(folder: string, { port, files }: { port: number; files: string[] }): Machine {
  for (const place of places) mkdirSync(join(folder, place), { recursive: true })
  cpSync('/etc', join(folder, 'etc'), { recursive: true, verbatimSymlinks: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  for (const file of files) cpSync(file, join(folder, 'root', basename(file)))
  cpSync(join(root, 'e2e/service-manager.sh'), join(folder, 'usr/local/sbin/systemctl'))
  chmodSync(join(folder, 'usr/local/sbin/systemctl'), 0o755)
  const shell = spawn('unshare', ['--mount', '--propagation', 'private', 'bash'], {
    env: {
      PATH: `/usr/local/sbin:${process.env['PATH'] ?? ''}`,
      HOME: '/root',
      SERVICE_PORT: String(port),
      ...certificates(),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const runBlock = blockRunner(shell)
  const prepared = runBlock(places.map((place) => `mount --bind '${join(folder, place)}' '/${place}'`).join(' &&\n'))
  return {
    async run(page, values = {}) {
      await prepared
      for (const { kind, text } of listCommandBlocks(page)) {
        if (kind === 'values')
          await runBlock(
            namesIn(text)
              .map((name) => `${name}='${values[name]}'`)
              .join('\n'),
          )
        if (kind === 'run') await runBlock(`(set -e\n${text.replaceAll(':8080', `:${port}`)})`)
        if (kind === 'run any-exit') await runBlock(`(${text}) || true`)
      }
    },
    async stop() {
      await runBlock('systemctl stop loadping')
      shell.stdin.end()
      await once(shell, 'exit')
    },
  }
}

const namesIn = (text: string): string[] => [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)

/** The certificates by which this machine reaches the registry. */
const certificates = (): Record<string, string> => {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  return file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }
}

/** Returns a function that runs commands in a shell that goes on after them, and throws if they fail. */
function blockRunner(shell: ChildProcess) {
  let output = ''
  let count = 0
  for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  return async (text: string) => {
    output = ''
    const mark = `::end ${++count}`
    shell.stdin?.write(`${text}\nprintf "\\n${mark} %s\\n" $?\n`)
    for (;;) {
      const [, code] = new RegExp(`^${mark} (\\d+)$`, 'm').exec(output) ?? []
      if (code === '0') return
      if (code !== undefined || shell.exitCode !== null) throw new Error(`These commands failed:\n${text}\n${output}`)
      await sleep(20)
    }
  }
}
