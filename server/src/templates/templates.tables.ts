import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { Generated } from 'kysely'

/** Column types; `templates.sql` is the source of truth. */
export type TemplatesTables = {
  template: TemplateTable
  templateUse: { userId: string; templateId: string; sent: number; lastUsedAt: Date }
}

type TemplateTable = {
  userId: string
  id: string
  name: string
  subject: string
  template: string
  cc: string[]
  labels: string[]
  isDefault: Generated<boolean>
  equipment: Generated<EquipmentClass[]>
  version: Generated<number>
  createdAt: Date
  updatedAt: Date
  sharedWith: string | null
  sharedAt: Date | null
  deletedAt: Date | null
}
