import { PageState } from '@loadping/contract/extension/page-state'
import { Template } from '@loadping/contract/templates/templates'
import * as z from 'zod/mini'

/** The signed-in user's data that rows and the popup show. */
export const Account = z.extend(PageState.shape.account, {
  templates: z.array(
    z.pick(Template, {
      id: true,
      name: true,
      subject: true,
      template: true,
      isDefault: true,
      equipment: true,
      version: true,
    }),
  ),
})
export type Account = z.infer<typeof Account>
