import { listStopped, type Stoppable, setStopped } from '../server/src/operations/switches.service.ts'
import { runBeside, stop } from './beside.ts'

// npm run switch -- sends|writes off|on: stops all mail that leaves, or all changes, in every process within a second. It works beside a running LoadPing.
const usage = `Usage: npm run switch -- sends off|on
       npm run switch -- writes off|on
       npm run switch`

const [what, wish, more] = process.argv.slice(2)
const isKnown = (word: string | undefined): word is Stoppable => word === 'sends' || word === 'writes'
const isShown = what === undefined
if (!isShown && (!isKnown(what) || (wish !== 'on' && wish !== 'off') || more !== undefined)) stop(usage, 2)

await runBeside(async (ctx) => {
  if (isKnown(what)) await setStopped(ctx, what, wish === 'off')
  const stopped = new Map((await listStopped(ctx)).map(({ what, since }) => [what, since]))
  return (['sends', 'writes'] as const).map((name) => `${name}: ${stopped.has(name) ? `off since ${stopped.get(name)?.toISOString()}` : 'on'}`).join('\n')
})
