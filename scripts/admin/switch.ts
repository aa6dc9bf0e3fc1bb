import { listSwitchesOff, type SwitchName, setSwitch } from '../../server/src/kill-switches/kill-switches.service.ts'
import type { Word } from './word.ts'

const names: readonly string[] = ['sends', 'writes'] satisfies SwitchName[]
const isSwitch = (word: string | undefined): word is SwitchName => word !== undefined && names.includes(word)

/** Pauses sending, or all writes, in every process within a second. */
export const word: Word = {
  summary: 'pauses sending or all writes, or shows both',
  usage: ['sends off|on', 'writes off|on', ''],
  read([name, state, ...extra]) {
    const isChange = isSwitch(name) && (state === 'on' || state === 'off') && extra.length === 0
    if (name !== undefined && !isChange) return undefined
    return {
      ...(isChange && { changes: `${name} ${state}` }),
      async run(ctx) {
        if (isSwitch(name)) await setSwitch(ctx, name, state === 'off')
        const off = new Map((await listSwitchesOff(ctx)).map((found) => [found.name, found.offSince]))
        const all = (['sends', 'writes'] as const).map((known) => ({ name: known, offSince: off.get(known) ?? null }))
        return {
          text: all
            .map(({ name: known, offSince }) => `${known}: ${offSince ? `off since ${offSince.toISOString()}` : 'on'}`)
            .join('\n'),
          data: all,
        }
      },
    }
  },
}
