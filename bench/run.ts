import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { measureAnalytics } from './analytics.ts'
import { measureBoardRows } from './board-rows.ts'
import { measureEditor } from './editor.ts'
import { measureFirstLoad } from './first-load.ts'
import { measureLoads } from './loads.ts'
import { measureLoadsList } from './loads-list.ts'
import { measureMap } from './map.ts'
import { measureNotifications } from './notifications.ts'
import { measureOtherAccounts } from './other-accounts.ts'
import { measureOverload } from './overload.ts'
import { measurePalette } from './palette.ts'
import { corpora, measurePasting } from './paste-accuracy.ts'
import { measureRequests } from './requests.ts'
import { measureAcceptance, measureThroughput } from './sending.ts'
import { measureSendRates } from './sends.ts'
import { measureStart } from './start.ts'
import { measureRendering } from './template-render.ts'
import { measureWebhooks } from './webhooks.ts'

// npm run bench prints timings. npm run goals checks what must be correct.

const printFigures = (name: string, figures: object) => console.log(JSON.stringify({ name, ...figures }))
printFigures('machine', {
  node: process.version,
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
})

for (const rate of measureRendering(5)) printFigures('filled templates beside handlebars', rate)
for (const corpus of corpora) printFigures(`pasted texts, ${corpus}`, measurePasting(corpus))
printFigures('start', await measureStart(5))
for (const load of await measureFirstLoad(5)) printFigures('first load', load)
printFigures('template editor', await measureEditor(5))
for (const times of await measureLoads()) printFigures('loads', times)
for (const figures of await measureAnalytics()) printFigures('analytics', figures)
printFigures('my loads', await measureLoadsList())
printFigures('keys of the palette', await measurePalette())
printFigures('map', await measureMap(5))
printFigures('rows of a board, beside the page without the extension', await measureBoardRows())
for (const rates of await measureRequests()) printFigures('requests', rates)
for (const rates of await measureSendRates()) printFigures('sends', rates)
for (const figures of (await measureOverload()).runs) printFigures('overload', figures)
for (const figures of await measureOtherAccounts()) printFigures('/users/me of another account', figures)
for (const acceptance of await measureAcceptance()) printFigures('click to accepted', acceptance)
printFigures('delivery throughput', await measureThroughput())
printFigures('notifications', await measureNotifications())
printFigures('webhooks of Stripe', await measureWebhooks(2_000))
