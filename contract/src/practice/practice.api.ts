import { SentEmail } from '../emails/emails.ts'
import { inquiriesApi } from '../inquiries/inquiries.api.ts'
import { defineApi } from '../wire/endpoint.ts'
import { Practice, PracticeInquiry } from './practice.ts'

export const practiceApi = defineApi({
  getPractice: { access: 'user', method: 'GET', path: '/emails/practice', response: Practice },
  /**
   * Sends the caller what a broker would get about a row of the practice board: filled, undone and repeated like an
   * inquiry, but to the caller's own address alone, and counted nowhere. `too-late` after the last one of the day.
   */
  sendPracticeEmail: {
    access: 'user',
    extension: true,
    method: 'POST',
    path: '/emails/practice',
    headers: inquiriesApi.sendEmail.headers,
    body: PracticeInquiry,
    response: SentEmail,
  },
})
