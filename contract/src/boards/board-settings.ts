import * as z from 'zod/mini'
import { singleLine } from '../format/text.ts'
import { BoardId } from './board-id.ts'

const isShown = z._default(z.boolean(), true)

/** What the operator sets for one board; what is absent stays as the extension was built. */
export const BoardSetting = z.object({
  id: BoardId,
  /** Whether the extension works on this board at all. */
  isOn: isShown,
  /** The controls that a row shows. */
  controls: z._default(z.object({ email: isShown, call: isShown, save: isShown, price: isShown }), {
    email: true,
    call: true,
    save: true,
    price: true,
  }),
  /** Selectors that replace built-in ones of the same name. */
  selectors: z._default(z.record(singleLine(40, 1), singleLine(200, 1)), {}),
})
export type BoardSetting = z.infer<typeof BoardSetting>

export const BoardSettings = z.object({
  /** Grows with each change; 0 if the operator never changed anything. */
  version: z.int(),
  boards: z.array(BoardSetting).check(z.maxLength(10)),
})
export type BoardSettings = z.infer<typeof BoardSettings>

/** Returns what applies to a board. */
export const settingOf = ({ boards }: BoardSettings, id: BoardId): BoardSetting =>
  boards.find((setting) => setting.id === id) ?? BoardSetting.parse({ id })
