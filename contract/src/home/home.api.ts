import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import { HomeSummary } from './home.ts'

export const homeApi = defineApi({
  getHome: {
    access: 'user',
    extension: true,
    method: 'GET',
    path: '/home',
    /** `steps` asks for the next steps too. */
    query: z.strictObject({ steps: z.optional(z.literal('true')) }),
    response: HomeSummary,
  },
})
