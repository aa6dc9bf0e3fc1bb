import * as z from 'zod/mini'

/** What only some plans include (D8.3, D8.4). */
export const PlanFeature = z.enum(['email', 'team-management'])
export type PlanFeature = z.infer<typeof PlanFeature>
