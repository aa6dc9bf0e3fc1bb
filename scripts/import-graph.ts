import { dirname, join } from 'node:path'

/** The imports between the folders and root files of a workspace's `src`, with the files that import. */
export type ImportGraph = Map<string, Map<string, string[]>>

type Files = { paths: string[]; read: (path: string) => string }

/**
 * Reads the import graph of one workspace. Type imports count; tests, `testing/` and the entry points directly in `src`
 * do not. The types and reads of a feature's tables are part of `db`, which composes them.
 */
export function readImportGraph(workspace: string, { paths, read }: Files, entryPoints: RegExp): ImportGraph {
  const source = join(workspace, 'src')
  const folderOf = (path: string): string | undefined => {
    if (!path.startsWith(`${source}/`)) return undefined
    const [folder = '', ...rest] = path.slice(source.length + 1).split('/')
    if (rest.length === 0) return entryPoints.test(folder) ? undefined : folder
    if (isDataFile(path)) return 'db'
    return folder === 'testing' ? undefined : folder
  }
  const graph: ImportGraph = new Map()
  for (const path of paths.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
    const folder = folderOf(path)
    if (folder === undefined) continue
    const imports = graph.get(folder) ?? new Map<string, string[]>()
    graph.set(folder, imports)
    for (const target of importsOf(path, read)) {
      const imported = folderOf(target)
      if (imported !== undefined && imported !== folder)
        imports.set(imported, [...(imports.get(imported) ?? []), `${path} imports ${target}`])
    }
  }
  return graph
}

/** Whether a file says what a feature's tables are and how others may read them, and nothing of what it does. */
export const isDataFile = (path: string): boolean => /\.(tables|reads)\.ts$/.test(path)

/** Lists the files of this repository that a file imports, types included. */
const importsOf = (path: string, read: Files['read']): string[] =>
  [...read(path).matchAll(/(?:from|import|import\()\s*['"](\.|@loadping\/contract\/)([^'"]+)['"]/g)].map(
    ([, start, rest = '']) =>
      start === '.'
        ? join(dirname(path), `.${rest}`)
        : join('contract/src', rest.endsWith('.ts') ? rest : `${rest}.ts`),
  )

/** Lists files of the contract that fewer than two workspaces import, directly or through others. Tests do not count. */
export function filesOfOneWorkspace({ paths, read }: Files): string[] {
  const isSource = (path: string) => /(?<!\.test|\.cases)\.tsx?$/.test(path) && !path.includes('/testing/')
  const users = new Map<string, Set<string>>()
  const addUser = (path: string, workspace: string) => {
    const known = users.get(path) ?? new Set()
    if (!path.startsWith('contract/') || known.has(workspace)) return
    users.set(path, known.add(workspace))
    for (const imported of importsOf(path, read)) addUser(imported, workspace)
  }
  for (const path of paths.filter((file) => isSource(file) && /^(server|dashboard|extension)\/src\//.test(file))) {
    const [workspace = ''] = path.split('/')
    for (const imported of importsOf(path, read)) addUser(imported, workspace)
  }
  return paths.filter((path) => path.startsWith('contract/src/') && isSource(path) && (users.get(path)?.size ?? 0) < 2)
}

/** Describes one cycle as `a → b → a` with the files that import, or returns undefined if there is none. */
export function describeCycle(graph: ImportGraph): string | undefined {
  const cycle = findCycle(graph)
  if (!cycle) return undefined
  const files = cycle.slice(1).flatMap((folder, index) => graph.get(cycle[index] ?? '')?.get(folder) ?? [])
  return [cycle.join(' → '), ...files].join('\n  ')
}

function findCycle(graph: ImportGraph): string[] | undefined {
  const finished = new Set<string>()
  const visit = (folder: string, path: string[]): string[] | undefined => {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder]
    if (finished.has(folder)) return undefined
    for (const imported of graph.get(folder)?.keys() ?? []) {
      const cycle = visit(imported, [...path, folder])
      if (cycle) return cycle
    }
    finished.add(folder)
    return undefined
  }
  for (const folder of graph.keys()) {
    const cycle = visit(folder, [])
    if (cycle) return cycle
  }
  return undefined
}
