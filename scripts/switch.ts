import { listSwitchesOff, type SwitchName, setSwitch } from '../server/src/kill-switches/kill-switches.service.ts'
import { exitWith, runOperatorCommand } from './operator-command.ts'

// npm run switch -- sends|writes off|on: pauses sending, or all writes, in every process within a second.
// Works while LoadPing is running.
const usage = `Usage: npm run switch -- sends off|on
       npm run switch -- writes off|on
       npm run switch`

const [name, state, extra] = process.argv.slice(2)
const isKnown = (word: string | undefined): word is SwitchName => word === 'sends' || word === 'writes'
const isValid = isKnown(name) && (state === 'on' || state === 'off') && extra === undefined
if (name !== undefined && !isValid) exitWith(usage, 2)

await runOperatorCommand(async (ctx) => {
  if (isKnown(name)) await setSwitch(ctx, name, state === 'off')
  const switchedOff = new Map((await listSwitchesOff(ctx)).map(({ name, offSince }) => [name, offSince]))
  return (['sends', 'writes'] as const)
    .map((name) => `${name}: ${switchedOff.has(name) ? `off since ${switchedOff.get(name)?.toISOString()}` : 'on'}`)
    .join('\n')
})
