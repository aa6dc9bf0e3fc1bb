import * as z from 'zod/mini'

/** Features that only some plans include. */
export const PlanFeature = z.enum(['email', 'team-management'])
export type PlanFeature = z.infer<typeof PlanFeature>
