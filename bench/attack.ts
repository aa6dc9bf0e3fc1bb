import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { printFailed, runNamedTests, type Tests } from './named-tests.ts'

// npm run attack: runs the tests that SECURITY.md names for each attacker, at their full size or as GOALS says, and prints
// how many attacks were tried and which of them are open. Exits with 1 if one is.

const root = join(import.meta.dirname, '..')

type Attacker = { name: string; paths: string[] }

/** Reads the table of attackers in SECURITY.md: the first column names one, the last the files of its tests. */
export function readAttackers(text: string): Attacker[] {
  const [, table = ''] = text.split('## Who may attack, and what stops them')
  return (
    table
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(2)
      .map((line) => {
        const cells = line.split('|').map((cell) => cell.trim())
        return {
          name: cells[1] ?? '',
          paths: [...(cells[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
        }
      }) ?? []
  )
}

/** The project that a test belongs to. */
function projectOf(path: string): string {
  if (path.startsWith('e2e/')) return 'e2e'
  if (path.startsWith('server/src/integrations/')) return 'server-units'
  return path.split('/')[0] ?? ''
}

const groups = ({ paths }: Attacker): Tests[] =>
  [...Map.groupBy(paths, projectOf)].map(([project, files]) => ({ project, files }))

function attack(): boolean {
  const env = { GOALS: process.env['GOALS'] ?? 'full' }
  const rows = readAttackers(readFileSync(join(root, 'SECURITY.md'), 'utf8')).map((attacker) => {
    const { passed, failed, seconds } = runNamedTests(root, groups(attacker), { titles: '', env })
    printFailed(`open: ${attacker.name}`, failed)
    const row = `| ${attacker.name} | ${passed.length + failed.length} | ${failed.length} | ${seconds} s |`
    console.log(row)
    return { row, isOpen: failed.length > 0 || passed.length === 0 }
  })
  const head = ['', '| attacker | attacks tried | open | time |', '| --- | --- | --- | --- |']
  console.log([...head, ...rows.map(({ row }) => row)].join('\n'))
  return rows.some(({ isOpen }) => isOpen)
}

if (import.meta.main && attack()) process.exit(1)
