import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** The parts of the pages that people open first, which the first script would ask for only after it ran. */
const pages: Record<string, string[]> = {
  '/sign-in': ['src/sign-in/sign-in-layout.tsx', 'src/sign-in/sign-in-screen.tsx'],
  '/': ['src/shell/shell.tsx', 'src/home/home-screen.tsx'],
}

/** Names in `index.html` the scripts of some pages, for the server to keep those of the page that it answers with. */
export function preloadPages(): Plugin {
  let root = ''
  return {
    name: 'preload-pages',
    apply: 'build',
    configResolved(config) {
      root = config.root
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.entries(pages).flatMap(([page, modules]) =>
          scriptsOf(
            bundle,
            modules.map((path) => join(root, path)),
          ).map((href) => tagOf(page, href)),
        ),
    },
  }
}

/** Lists the scripts with these modules and all that they import, without what the first script imports itself. */
function scriptsOf(bundle: Rolldown.OutputBundle, modules: string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (names: string[]): Set<string> => {
    const all = new Set(names)
    for (const name of all)
      for (const imported of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) all.add(imported)
    return all
  }
  const first = withImports(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const own = modules.map((path) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path))
    if (!chunk) throw new Error(`No script has ${path}.`)
    return chunk.fileName
  })
  return [...withImports(own)].filter((name) => !first.has(name))
}

const tagOf = (page: string, href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${href}`, 'data-page': page },
  injectTo: 'head',
})
