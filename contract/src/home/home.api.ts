import { defineApi } from '../wire/endpoint.ts'
import { HomeSummary, NextSteps } from './home.ts'

export const homeApi = defineApi({
  getHome: { access: 'user', extension: true, method: 'GET', path: '/home', response: HomeSummary },
  getNextSteps: { access: 'user', method: 'GET', path: '/home/next-steps', response: NextSteps },
})
