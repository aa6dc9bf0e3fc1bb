import * as z from 'zod/mini'
import { defineApi } from '../wire/endpoint.ts'
import {
  AnalyticsPerson,
  AnalyticsQuery,
  ContactAverage,
  ContactTimes,
  ContactTotals,
  DispatchGraph,
  DispatchList,
  Funnel,
  GraphBucket,
  RateAverage,
  UserAverages,
  WeeklySummary,
} from './analytics.ts'
import { FormulaComparison, FormulasQuery } from './formulas.ts'

const weeklySummary = { access: 'manager', path: '/analytics/weekly-summary', response: WeeklySummary } as const

const question = { access: 'carrier', method: 'GET', query: AnalyticsQuery } as const

export const analyticsApi = defineApi({
  getTotalInquiries: { ...question, path: '/analytics/total-inquiries', response: ContactTotals },
  /** In seconds. */
  getAvgPostToContactTime: { ...question, path: '/analytics/avg-post-to-contact-time', response: ContactAverage },
  /** In cents. */
  getAvgRate: { ...question, path: '/analytics/avg-rate', response: RateAverage },
  getDispatchList: { ...question, path: '/analytics/dispatch-list', response: DispatchList },
  getUserAverages: { ...question, path: '/analytics/user-averages', response: UserAverages },
  getDispatchGraph: {
    ...question,
    path: '/analytics/dispatch-graph',
    query: z.extend(AnalyticsQuery, { bucket: z.optional(GraphBucket) }),
    response: DispatchGraph,
  },
  getContactTimes: { ...question, path: '/analytics/contact-times', response: ContactTimes },
  getFunnel: { ...question, path: '/analytics/funnel', response: Funnel },
  /** Of the last 90 days, whatever the page's period. */
  getFormulas: { ...question, query: FormulasQuery, path: '/analytics/formulas', response: FormulaComparison },
  listAnalyticsPeople: {
    access: 'carrier',
    method: 'GET',
    path: '/analytics/people',
    response: z.array(AnalyticsPerson),
  },
  getWeeklySummary: { ...weeklySummary, method: 'GET' },
  setWeeklySummary: { ...weeklySummary, method: 'PUT', body: WeeklySummary },
  /** Streams one CSV row for each user and day with contacts. */
  exportAnalytics: { ...question, limit: 'exports', path: '/analytics/export', response: z.string() },
})
