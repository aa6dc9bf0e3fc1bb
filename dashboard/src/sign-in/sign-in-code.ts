import { reviewerCodeDigits } from '@loadping/contract/sign-in/sign-in-request'
import { codeLength, digitsOf } from '../ui/form/code-field.tsx'

/** Returns the code in what was typed or pasted: an R with the digits of a reviewer's code, or six digits. */
export function signInCodeOf(text: string): string {
  const isReviewers = /^\W*r/i.test(text)
  return isReviewers ? `R${text.replace(/\D/g, '').slice(0, reviewerCodeDigits)}` : digitsOf(text)
}

export const isSignInCode = (code: string): boolean =>
  code.length === (code.startsWith('R') ? reviewerCodeDigits + 1 : codeLength)
