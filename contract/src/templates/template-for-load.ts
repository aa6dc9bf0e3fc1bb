import { type EquipmentClass, equipmentClassesOf, equipmentClassNames } from '../boards/equipment.ts'
import type { LoadFacts } from '../boards/posted-load.ts'
import type { Template } from './templates.ts'

type Choosable = Pick<Template, 'isDefault' | 'equipment'>
type Asked = Pick<LoadFacts, 'board' | 'equipment'>

/** Returns the template that a click about a load sends: the standard for its equipment, else the Default template. */
export function templateForLoad<T extends Choosable>(templates: readonly T[], load: Asked): T | undefined {
  const [standard] = classesOf(load).flatMap(
    (asked) => templates.find(({ equipment }) => equipment?.includes(asked)) ?? [],
  )
  return standard ?? templates.find(({ isDefault }) => isDefault) ?? templates[0]
}

/** Says why a click about a load sends a template: `standard for reefer`; undefined if it was chosen by hand. */
export function explainTemplate({ isDefault, equipment }: Choosable, load: Asked): string | undefined {
  const asked = classesOf(load).find((each) => equipment?.includes(each))
  if (asked) return nameStandard([asked])
  return isDefault ? 'your default' : undefined
}

/** Names what a template is the standard for: `standard for van, reefer`. */
export const nameStandard = (equipment: readonly EquipmentClass[]): string =>
  `standard for ${equipment.map((each) => equipmentClassNames[each].toLowerCase()).join(', ')}`

const classesOf = ({ board, equipment }: Asked): EquipmentClass[] =>
  equipment === undefined ? [] : equipmentClassesOf(board, equipment)
