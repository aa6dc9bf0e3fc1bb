import { browserStorage } from '../session/browser-storage.ts'

const returningKey = 'loadping.returning'

/** Whether somebody has signed in with this browser before. */
export const isReturning = (): boolean => browserStorage.read(returningKey) === 'true'

export const rememberReturning = (): void => browserStorage.write(returningKey, 'true')
