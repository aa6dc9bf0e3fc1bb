import { create } from 'zustand'

export const useLive = create<{ isLive: boolean }>()(() => ({ isLive: false }))

/** Whether changes made elsewhere show within two seconds. */
export const useIsLive = (): boolean => useLive(({ isLive }) => isLive)
