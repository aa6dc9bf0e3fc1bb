import { analyticsApi } from '@loadping/contract/analytics/analytics.api'
import { implement } from '../http/implement.ts'
import { listPeople } from './analytics-people.service.ts'
import { exportAnalytics } from './export-analytics.service.ts'
import { getFormulas } from './formulas.service.ts'
import * as questions from './questions.service.ts'
import { getWeeklySummary, setWeeklySummary } from './weekly-summary.service.ts'

export const analyticsRoutes = implement(analyticsApi, {
  getTotalInquiries: (ctx, { query }) => questions.getTotals(ctx, query),
  getAvgPostToContactTime: (ctx, { query }) => questions.getAverageTime(ctx, query),
  getAvgRate: (ctx, { query }) => questions.getAverageRate(ctx, query),
  getDispatchList: (ctx, { query }) => questions.getList(ctx, query),
  getUserAverages: (ctx, { query }) => questions.getUserAverages(ctx, query),
  getDispatchGraph: (ctx, { query }) => questions.getGraph(ctx, query),
  getContactTimes: (ctx, { query }) => questions.getContactTimes(ctx, query),
  getFunnel: (ctx, { query }) => questions.getFunnel(ctx, query),
  getFormulas: (ctx, { query }) => getFormulas(ctx, query),
  listAnalyticsPeople: (ctx) => listPeople(ctx),
  getWeeklySummary: (ctx) => getWeeklySummary(ctx),
  setWeeklySummary: (ctx, { body }) => setWeeklySummary(ctx, body),
  exportAnalytics: (ctx, { query }) => exportAnalytics(ctx, query),
})
