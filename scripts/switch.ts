import { listSwitchesOff, type SwitchName, setSwitch } from '../server/src/kill-switches/kill-switches.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run switch -- sends|writes off|on: stops all mail that leaves, or all changes, in every process within a second. It works beside a running LoadPing.
const usage = `Usage: npm run switch -- sends off|on
       npm run switch -- writes off|on
       npm run switch`

const [what, wish, more] = process.argv.slice(2)
const isKnown = (word: string | undefined): word is SwitchName => word === 'sends' || word === 'writes'
const isShown = what === undefined
if (!isShown && (!isKnown(what) || (wish !== 'on' && wish !== 'off') || more !== undefined)) exitWith(usage, 2)

await runOperatorCommand(async (ctx) => {
  if (isKnown(what)) await setSwitch(ctx, what, wish === 'off')
  const stopped = new Map((await listSwitchesOff(ctx)).map(({ name, offSince }) => [name, offSince]))
  return (['sends', 'writes'] as const)
    .map((name) => `${name}: ${stopped.has(name) ? `off since ${stopped.get(name)?.toISOString()}` : 'on'}`)
    .join('\n')
})
