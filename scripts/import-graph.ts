import { dirname, join } from 'node:path'

/**
 * The imports between the folders of a workspace's `src`, with the files that import. Files directly in `src` are left
 * out.
 */
export type ImportGraph = Map<string, Map<string, string[]>>

/** Reads the import graph of one workspace. Type imports count; tests and `testing/` do not. */
export function readImportGraph(workspace: string, files: string[], read: (path: string) => string): ImportGraph {
  const source = join(workspace, 'src')
  const folderOf = (path: string): string | undefined => {
    const [folder = '', ...rest] = path.startsWith(`${source}/`) ? path.slice(source.length + 1).split('/') : []
    return rest.length > 0 && folder !== 'testing' ? folder : undefined
  }
  const graph: ImportGraph = new Map()
  for (const path of files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))) {
    const folder = folderOf(path)
    if (folder === undefined) continue
    const imports = graph.get(folder) ?? new Map<string, string[]>()
    graph.set(folder, imports)
    for (const [, specifier = ''] of read(path).matchAll(/(?:from|import|import\()\s*['"](\.[^'"]+)['"]/g)) {
      const target = join(dirname(path), specifier)
      const imported = folderOf(target)
      if (imported !== undefined && imported !== folder)
        imports.set(imported, [...(imports.get(imported) ?? []), `${path} imports ${target}`])
    }
  }
  return graph
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
